import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { diploma } from '#tests/support/diplomas.ts';
import { inspect, inspectCopy, WIDE } from '#tests/support/page-inspection.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, sharedSample } from '#tests/support/sample-site.ts';

const NAME = 'Ada Lovelace';

describe("designs with the issuer's own artwork", () => {
  let server: Awaited<ReturnType<typeof sharedSample>>;

  beforeAll(async () => {
    server = await sharedSample();
  });

  /** Opens the editor of a new design with a diploma of a designer. */
  async function openNew(page: Page, name: string) {
    await addSession(page.context(), server.url, await logIn(server.url, 'issuer'));
    await page.goto(`${server.url}/admin/designs/new`);
    await page.getByRole('link', { name: 'Your own artwork' }).click();
    await page.getByLabel('Name of the design').fill(name);
    await page.getByLabel('Background').setInputFiles({
      name: 'diploma.pdf',
      mimeType: 'application/pdf',
      buffer: diploma(),
    });
    await page.getByRole('button', { name: 'Create the draft' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  }

  const boxesOf = (page: Page) => page.getByRole('group', { name: 'Boxes on the page' });
  const wordsOf = (page: Page) => page.locator('summary', { hasText: 'Words of the background' });

  /** Kind, place and problems of a box. */
  const descriptionOf = (box: Locator) =>
    box.locator('xpath=following-sibling::*[local-name()="desc"]').textContent();

  journey('a diploma of a designer', ({ newPage, javaScript }) => {
    const role = javaScript ? 'button' : 'link';

    it('becomes a design: a word becomes a box, which is placed, checked and published', async () => {
      const page = await newPage({ viewport: { width: 390, height: 800 } });
      const name = `Diploma ${javaScript ? 'with' : 'without'} scripts`;
      await openNew(page, name);
      await page.getByText('A draft. It can be chosen for certificates once it is published.').waitFor();
      await wordsOf(page).click();
      for (const word of NAME.split(' ')) await page.getByLabel(word, { exact: true }).check();
      await page.getByRole('button', { name: 'Make a box of the words' }).click();
      const box = boxesOf(page).getByRole(role, { name: NAME, exact: true });
      await box.waitFor();
      const text = page.getByLabel('Text', { exact: true }).last();
      await text.fill('{student}');
      const field = (label: string) => page.getByLabel(label, { exact: true }).last();
      await field('X').fill('40');
      await field('Y').fill('70');
      await field('Width').fill('180.5');
      await field('Height').fill('16');
      if (javaScript) await page.getByText('Saved.').waitFor();
      else await page.getByRole('button', { name: 'Save', exact: true }).click();
      const moved = boxesOf(page).getByRole(role, { name: '{student}', exact: true });
      await moved.waitFor();
      expect(await descriptionOf(moved)).toContain('180.5 × 16 mm, at X 40 mm, Y 70 mm');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByText('Version 1. Certificates keep the version they were issued with.').waitFor();
      await page.goto(`${server.url}/admin/issue-certificate`);
      await page.getByLabel('Design').selectOption({ label: name });
      await page.context().close();
    });

    it('gives its words to boxes one after the other, and leads to the text of each', async () => {
      const page = await newPage({ viewport: WIDE });
      await openNew(page, `Word by word ${javaScript}`);
      const wordIn = (text = '') => page.getByRole('checkbox', { name: text, exact: true });
      const make = async (...words: string[]) => {
        // The list stays open while its words change.
        if (!(await wordIn(words[0]).isVisible())) await wordsOf(page).press('Enter');
        for (const word of words) await wordIn(word).press('Space');
        await page.getByRole('button', { name: 'Make a box of the words' }).press('Enter');
        await boxesOf(page)
          .getByRole(role, { name: words.join(' '), exact: true })
          .waitFor();
        const text = page.locator(javaScript ? ':focus' : ':target');
        await expect.poll(() => text.inputValue()).toBe(words.join(' '));
        expect(await wordIn(words[0]).count()).toBe(0);
      };
      await make('DIPLOMA');
      await make('for');
      await make('Ada', 'Lovelace');
      await make('2026');
      await page.context().close();
    });

    it('is not published while it has problems, which are shown on the box and in a list', async () => {
      const page = await newPage({ viewport: WIDE });
      await openNew(page, `Refused ${javaScript}`);
      await page.getByRole('button', { name: 'Add box' }).click();
      await boxesOf(page).getByRole(role, { name: '{student}', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Publish' }).click();
      await page
        .getByText(/^Not published yet: the problems below have to be solved first/)
        .first()
        .waitFor();
      // The new box lies on a line of the diploma.
      const box = boxesOf(page).getByRole(role, { name: '{student}', exact: true });
      expect(await descriptionOf(box)).toMatch(/background/);
      await page.getByRole('link', { name: '{student}', exact: true }).last().click();
      await page.getByLabel('Text', { exact: true }).last().waitFor();
      await page.locator('summary', { hasText: 'Words of the background' }).click();
      const faults = javaScript
        ? await inspect(page, 'the editor')
        : await inspectCopy(page, 'the editor', () => newPage({ javaScriptEnabled: true }));
      expect(faults).toEqual([]);
      await page.context().close();
    });
  });

  journey('the faces of a design', ({ newPage, javaScript }) => {
    const role = javaScript ? 'button' : 'link';

    it('are the site’s until they are changed, and its again at the end', async () => {
      const page = await newPage({ viewport: { width: 390, height: 800 } });
      await openNew(page, `Faces ${javaScript}`);
      await page.getByRole('link', { name: 'Card', exact: true }).click();
      const note = page.getByText('The site makes this face from the colours of the design.');
      await note.waitFor();
      const issuer = boxesOf(page).getByRole(role, { name: '{issuer}', exact: true });
      expect(await descriptionOf(issuer)).toContain('75.6 × 7 mm, at X 5 mm, Y 6 mm');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Draft saved').waitFor();
      await note.waitFor();
      await issuer.click();
      await page.getByLabel('Width', { exact: true }).locator('visible=true').first().fill('60.5');
      if (!javaScript) await page.getByRole('button', { name: 'Save', exact: true }).click();
      const again = page.getByRole('button', { name: 'Let the site make it again' });
      await again.waitFor();
      await page.reload();
      expect(await descriptionOf(issuer)).toContain('60.5 × 7 mm');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      const faults = javaScript
        ? await inspect(page, 'the editor of a face')
        : await inspectCopy(page, 'the editor of a face', () => newPage({ javaScriptEnabled: true }));
      expect(faults).toEqual([]);
      // The page has its own boxes.
      await page.getByRole('link', { name: 'Page', exact: true }).click();
      await issuer.waitFor({ state: 'detached' });
      await boxesOf(page).getByRole(role, { name: 'QR code' }).waitFor();
      await page.getByRole('link', { name: 'Card', exact: true }).click();
      await again.click();
      await note.waitFor();
      expect(await descriptionOf(issuer)).toContain('75.6 × 7 mm');
      await page.context().close();
    });
  });

  journey('the boxes of a design', ({ newPage, javaScript }) => {
    it.runIf(!javaScript)('are copied, ordered, mirrored and removed by buttons of the form', async () => {
      const page = await newPage({});
      await openNew(page, 'By buttons');
      const names = () =>
        boxesOf(page)
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')));
      await page.getByLabel('Kind of box').selectOption('date');
      await page.getByRole('button', { name: 'Add box' }).click();
      expect(await names()).toEqual(['QR code', '{id}', '{issueDate}']);
      const open = async (name: string) => {
        const box = page.locator('details', { has: page.locator('summary', { hasText: name }) }).last();
        if ((await box.getAttribute('open')) === null) await box.locator('summary').click();
      };
      await open('{issueDate}');
      await page.getByRole('button', { name: 'Up {issueDate}' }).click();
      expect(await names()).toEqual(['QR code', '{issueDate}', '{id}']);
      await open('{id}');
      await page.getByRole('button', { name: 'Copy {id}' }).click();
      expect(await names()).toEqual(['QR code', '{issueDate}', '{id}', '{id}']);
      await open('QR code');
      const x = page.getByLabel('X', { exact: true }).first();
      const before = Number(await x.inputValue());
      await x.fill('ten');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('X must be a number.').first().waitFor();
      expect(await x.inputValue()).toBe('ten');
      await x.fill(String(before));
      await page.getByRole('button', { name: 'Mirror boxes' }).click();
      await open('QR code');
      expect(Number(await page.getByLabel('X', { exact: true }).first().inputValue())).toBe(
        297 - 25 - before,
      );
      await page.getByRole('button', { name: 'Remove QR code' }).click();
      expect(await names()).toEqual(['{issueDate}', '{id}', '{id}']);
      await page.context().close();
    });

    it.runIf(javaScript)(
      'are dragged, resized by a handle, and moved by keys, and the draft keeps it',
      async () => {
        const page = await newPage({ viewport: { width: 1280, height: 900 } });
        await openNew(page, 'By hand');
        const qr = boxesOf(page).getByRole('button', { name: 'QR code' });
        const place = async () => {
          const text = (await descriptionOf(qr)) ?? '';
          const [, size = '', x = '', y = ''] =
            /, ([\d.]+) × [\d.]+ mm, at X ([\d.]+) mm, Y ([\d.]+) mm/.exec(text) ?? [];
          return { size: Number(size), x: Number(x), y: Number(y) };
        };
        const start = await place();
        const outline = await qr.boundingBox();
        if (!outline) throw new Error('the box is not shown');
        const scale = outline.width / start.size;
        const middle = { x: outline.x + outline.width / 2, y: outline.y + outline.height / 2 };
        await page.mouse.move(middle.x, middle.y);
        await page.mouse.down();
        await page.mouse.move(middle.x - 20 * scale, middle.y, { steps: 4 });
        await page.keyboard.down('Alt');
        await page.mouse.move(middle.x - 50 * scale, middle.y, { steps: 4 });
        await page.mouse.up();
        await page.keyboard.up('Alt');
        expect((await place()).x).toBeCloseTo(start.x - 50, 0);
        await page.keyboard.press('Shift+ArrowUp');
        await page.keyboard.press('ArrowUp');
        expect((await place()).y).toBeCloseTo(start.y - 11, 3);
        const handle = await page.locator('.artwork-handle').last().boundingBox();
        if (!handle) throw new Error('there is no handle');
        await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
        await page.mouse.down();
        await page.mouse.move(handle.x + handle.width / 2 + 10 * scale, handle.y + 10 * scale, { steps: 4 });
        await page.mouse.up();
        const { size } = await place();
        expect(size).toBeGreaterThan(start.size + 7);
        await page.getByText(/^Saved\./).waitFor();
        await page.reload();
        expect((await place()).size).toBe(size);
        await page.context().close();
      },
    );

    it.runIf(!javaScript)('are shown again after they were saved elsewhere, and then overwrite', async () => {
      const page = await newPage({});
      await openNew(page, 'In two tabs, by buttons');
      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.getByRole('button', { name: 'Mirror boxes' }).click();
      await page.locator('summary', { hasText: 'QR code' }).click();
      await page.getByLabel('X', { exact: true }).first().fill('100');
      const save = page.getByRole('button', { name: 'Save', exact: true });
      await save.click();
      await page
        .getByText(/^This design was saved meanwhile/)
        .first()
        .waitFor();
      const qr = boxesOf(page).getByRole('link', { name: 'QR code' });
      expect(await descriptionOf(qr)).toContain('X 100 mm');
      await save.click();
      await page.getByText('Draft saved').waitFor();
      expect(await descriptionOf(qr)).toContain('X 100 mm');
      await page.context().close();
    });

    it.runIf(javaScript)('are kept of both of two tabs', async () => {
      const page = await newPage({});
      await openNew(page, 'In two tabs');
      const other = await page.context().newPage();
      await other.goto(page.url());
      const qr = (tab: Page) => boxesOf(tab).getByRole('button', { name: 'QR code' });
      await qr(other).press('ArrowLeft');
      await other.getByText(/^Saved\./).waitFor();
      await qr(page).press('ArrowUp');
      await page.getByText('This design was saved elsewhere meanwhile').waitFor();
      const mine = await descriptionOf(qr(page));
      await page.getByRole('button', { name: 'Load the other' }).click();
      expect(await descriptionOf(qr(page))).toBe(await descriptionOf(qr(other)));
      await page.getByRole('button', { name: 'Undo' }).click();
      expect(await descriptionOf(qr(page))).toBe(mine);
      await page.getByText(/^Saved\./).waitFor();
      await page.context().close();
    });

    it.runIf(javaScript)(
      'are kept while something else than the site answers, and saved after it',
      async () => {
        const page = await newPage({});
        await openNew(page, 'Behind a portal');
        const qr = boxesOf(page).getByRole('button', { name: 'QR code' });
        const portal = { status: 403, contentType: 'text/html', body: '<p>Log in to this network</p>' };
        await page.route('**/*.data*', (route) => route.fulfill(portal));
        await qr.press('ArrowUp');
        await page.getByText(/^Not saved: /).waitFor();
        await page.unroute('**/*.data*');
        await qr.press('ArrowUp');
        const mine = await descriptionOf(qr);
        await page.getByText(/^Saved\./).waitFor();
        await page.reload();
        expect(await descriptionOf(qr)).toBe(mine);
        await page.context().close();
      },
    );

    it.runIf(javaScript)('wait for the end of a save before they are made of words', async () => {
      const page = await newPage({});
      await openNew(page, 'While it is saved');
      const saves: (() => void)[] = [];
      await page.route('**/*.data*', async (route) => {
        if (route.request().postDataBuffer()?.includes('\r\n\r\ndraft\r\n'))
          await new Promise<void>((resolve) => saves.push(resolve));
        await route.continue();
      });
      const qr = boxesOf(page).getByRole('button', { name: 'QR code' });
      await qr.press('ArrowUp');
      await expect.poll(() => saves.length).toBe(1);
      await wordsOf(page).click();
      await page.getByLabel('Ada', { exact: true }).check();
      await page.getByRole('button', { name: 'Make a box of the words' }).click();
      const moved = await descriptionOf(qr);
      saves[0]?.();
      await boxesOf(page).getByRole('button', { name: 'Ada', exact: true }).waitFor();
      expect(await descriptionOf(qr)).toBe(moved);
      expect(await page.locator(':focus').inputValue()).toBe('Ada');
      await page.context().close();
    });

    it.runIf(javaScript)('are moved by a finger without scrolling the page', async () => {
      const page = await newPage({ viewport: { width: 320, height: 640 }, hasTouch: true });
      await openNew(page, 'By touch');
      const qr = boxesOf(page).getByRole('button', { name: 'QR code' });
      await qr.scrollIntoViewIfNeeded();
      const scrolled = () => page.evaluate(() => window.scrollY);
      const top = await scrolled();
      const at = await qr.boundingBox();
      if (!at) throw new Error('the box is not shown');
      const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
      const touch = await page.context().newCDPSession(page);
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', up: number) =>
        touch.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x, y: y - up }],
        });
      await send('touchStart', 0);
      for (const up of [5, 20, 40, 60]) await send('touchMove', up);
      await send('touchEnd', 60);
      // The outline moves by as much as the finger, once the browser has drawn the last touch.
      const offset = async () => Math.abs(((await qr.boundingBox())?.y ?? 0) - (at.y - 60));
      await expect.poll(offset).toBeLessThan(8);
      expect(await scrolled()).toBe(top);
      await page.context().close();
    });
  });
});
