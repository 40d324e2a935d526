import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hydrated, journey } from '#tests/support/browser.ts';
import { picture } from '#tests/support/course-factories.ts';
import { inspect, inspectCopy } from '#tests/support/page-inspection.ts';
import { logIn, type Viewer } from '#tests/support/sample-people.ts';
import { addSession, startSample } from '#tests/support/sample-site.ts';

const CAPTIONS =
  'WEBVTT\n\n00:00.000 --> 00:03.000\nComponents are functions.\n\n00:04.000 --> 00:08.000\nState stays, & props pass.\n';

describe('files, captions and duplicates of courses', () => {
  let server: Awaited<ReturnType<typeof startSample>>;

  beforeAll(async () => {
    server = await startSample();
    return server.stop;
  });

  async function enter(page: Page, viewer: Viewer) {
    page.setDefaultTimeout(15_000);
    await addSession(page.context(), server.url, await logIn(server.url, viewer));
  }

  journey('a lesson', ({ newPage, javaScript }) => {
    const viewport = javaScript ? { width: 1280, height: 900 } : { width: 390, height: 844 };
    const [language, tag] = javaScript ? ['English', 'en'] : ['German', 'de'];
    const pdf = `Exercises ${tag}.pdf`;
    const wrong = CAPTIONS.replace('00:08', '00:02');

    /** The page of the first video of the author's first course. */
    async function openLesson(page: Page) {
      await page.goto(`${server.url}/admin/courses`);
      await page.getByRole('link', { name: 'Distributed Systems', exact: true }).click();
      const link = page.getByRole('link', { name: /^Files and captions of/ }).first();
      await page.locator('details.module').first().waitFor();
      const href = (await link.getAttribute('href')) ?? '';
      await page.goto(server.url + href);
    }

    async function check(page: Page, name: string) {
      if (javaScript) expect(await inspect(page, name)).toEqual([]);
      else expect(await inspectCopy(page, name, () => newPage({ javaScriptEnabled: true }))).toEqual([]);
    }

    it('gets captions and a file, and is searched', async () => {
      const author = await newPage({ viewport });
      await enter(author, 'issuer');
      await openLesson(author);
      const choose = (label: string, name: string, text: string) =>
        author.getByLabel(label).setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) });
      await author.getByLabel('Language').selectOption(tag ?? '');
      await choose('Captions file', 'a.vtt', wrong);
      await author.getByRole('button', { name: 'Upload captions' }).click();
      await author.getByText('Line 6: It must end after it begins').first().waitFor();
      expect(await author.getByLabel('Language').inputValue()).toBe(tag);
      await choose('Captions file', 'a.vtt', CAPTIONS);
      await author.getByRole('button', { name: 'Upload captions' }).click();
      await author.getByText('Captions saved.').first().waitFor();
      await author.getByText('& and other signs that are no code').waitFor();
      await check(author, 'the page of a lesson with mended captions');
      await author.getByRole('link', { name: language, exact: true }).waitFor();
      expect(await author.getByLabel('Captions file').inputValue()).toBe('');

      await choose('Add a file', pdf, 'no PDF');
      await author.getByRole('button', { name: 'Upload file' }).click();
      await author.getByText('This file is no PDF file').first().waitFor();
      await check(author, 'the page of a lesson with an error');
      await choose('Add a file', pdf, '%PDF-1.7\n');
      await author.getByRole('button', { name: 'Upload file' }).click();
      await author.getByText('File added.').first().waitFor();
      await author.getByRole('link', { name: pdf }).waitFor();
      expect(await author.getByLabel('Add a file').inputValue()).toBe('');
      await check(author, 'the page of a lesson');

      await author.getByRole('link', { name: 'View as learner' }).click();
      await author.getByRole('heading', { name: 'Transcript' }).waitFor();
      const link = author.getByRole('link', { name: /State stays, & props pass/ });
      const position = () => author.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
      if (!javaScript) {
        await author
          .getByRole('link', { name: 'Deutsch' })
          .click()
          .catch(() => undefined);
        await link.click();
        await author.waitForURL(/t=4#lesson$/);
      } else {
        await hydrated(author, '.transcript a');
        await link.focus();
        await author.keyboard.press('Enter');
        expect(author.url()).not.toContain('t=4');
        const tracks = await author
          .locator('video')
          .evaluate((video: HTMLVideoElement) =>
            [...video.textTracks].map(({ kind, label }) => `${kind} ${label}`),
          );
        expect(tracks).toContain('captions English');
        await expect
          .poll(() => author.locator('.transcript [aria-current]').innerText())
          .toContain('State stays');
      }
      await expect.poll(position, { timeout: 15_000 }).toBeGreaterThanOrEqual(4);
      await check(author, 'a lesson with a transcript');

      await author.getByRole('searchbox', { name: 'Search the lessons' }).fill('props pass');
      await author.getByRole('searchbox', { name: 'Search the lessons' }).press('Enter');
      await author.getByText('1 lesson found.').waitFor();
      await author.getByRole('region', { name: 'Search results' }).getByText('Transcript').waitFor();
      await check(author, 'the search of a course');
      const download = author.waitForEvent('download');
      await author.getByRole('link', { name: pdf }).click();
      expect((await download).suggestedFilename()).toBe(pdf);

      await openLesson(author);
      await author.getByRole('button', { name: `Remove ${pdf}` }).click();
      await author.getByText('File removed.').first().waitFor();
      await author.getByRole('button', { name: `Remove captions in ${language}` }).click();
      await author.getByText('Captions removed.').first().waitFor();
    });

    it('shows a picture of the course in a text', async () => {
      const author = await newPage({ viewport });
      await enter(author, 'issuer');
      await author.goto(`${server.url}/admin/courses`);
      await author.getByRole('link', { name: 'Distributed Systems', exact: true }).click();
      await author.locator('details.module').first().waitFor();
      const edit = await author
        .getByRole('link', { name: /^Files and captions of/ })
        .first()
        .getAttribute('href');
      const course = /courses\/([^/]+)\//.exec(edit ?? '')?.[1] ?? '';
      const added = await author.goto(`${server.url}/admin/course-videos?courseId=${course}`);
      const moduleId = /id="module-([^"]+)"/.exec((await added?.text()) ?? '')?.[1];
      await author.goto(`${server.url}/admin/courses/${course}/lessons/new?module=${moduleId}&type=text`);
      const title = `Diagrams ${tag}`;
      await author.getByLabel('Lesson title').fill(title);
      await author.getByLabel('Duration').fill('5');
      await author.getByLabel('Text').fill('See ![the tree](tree.png).');
      await author.getByRole('button', { name: 'Create Lesson' }).click();
      await author.getByText('Lesson added').first().waitFor();
      const href = await author.getByRole('link', { name: `Edit ${title}` }).getAttribute('href');
      await author.goto(server.url + href);
      const buffer = await picture(900, 500);
      await author
        .getByLabel('Add a file')
        .setInputFiles({ name: 'tree.png', mimeType: 'image/png', buffer });
      await author.getByRole('button', { name: 'Upload file' }).click();
      await author.getByText('File added.').first().waitFor();
      await author.getByRole('link', { name: 'View as learner' }).click();
      const image = author.getByRole('img', { name: 'the tree' });
      await image.scrollIntoViewIfNeeded();
      await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(900);
      await check(author, 'a text with a picture');
    });

    it('is duplicated with its course', async () => {
      const author = await newPage({ viewport });
      await enter(author, 'issuer');
      await author.goto(`${server.url}/admin/courses`);
      await author.getByRole('link', { name: 'Distributed Systems', exact: true }).click();
      await author.getByRole('link', { name: 'Edit course' }).click();
      await author.getByRole('button', { name: 'Duplicate' }).waitFor();
      await check(author, 'the page of a course');
      await author.getByRole('button', { name: 'Duplicate' }).dblclick();
      await author.getByText('Course duplicated. The copy is a draft.').first().waitFor();
      await author.getByText('Copy of Distributed Systems').first().waitFor();
      await author.goto(`${server.url}/admin/courses`);
      const copies = await author
        .getByRole('link', { name: 'Copy of Distributed Systems', exact: true })
        .count();
      expect(copies).toBe(javaScript ? 1 : 2);
    });
  });
});
