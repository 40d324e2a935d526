import { beforeAll, describe, expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, sharedSample } from '#tests/support/sample-site.ts';

describe('drafts of certificates', () => {
  let server: Awaited<ReturnType<typeof sharedSample>>;

  beforeAll(async () => {
    server = await sharedSample();
  });

  journey('the form of a certificate', ({ newPage, javaScript }) => {
    it('shows the draft of what is entered, keeps all of it, and then shows the issued one', async () => {
      const page = await newPage({ viewport: { width: 320, height: 800 } });
      await addSession(page.context(), server.url, await logIn(server.url, 'issuer'));
      await page.goto(`${server.url}/admin/issue-certificate`);
      const course = `Drafts ${javaScript ? 'typed' : 'asked for'}`;
      const draft = page.getByRole('region', { name: 'Preview' }).getByAltText('Draft of the certificate');
      const button = page.getByRole('button', { name: 'Preview' });
      expect([await draft.count(), await button.count()]).toEqual([0, javaScript ? 0 : 1]);
      /** Changes a field, and waits until the draft is another picture. */
      const redraw = async (change: () => Promise<unknown>) => {
        const before = await draft.getAttribute('src', { timeout: 1 }).catch(() => null);
        await change();
        if (!javaScript) await button.click();
        await expect.poll(() => draft.getAttribute('src'), { timeout: 30_000 }).not.toBe(before);
        return (await draft.getAttribute('src')) ?? '';
      };
      // The address is not on the certificate, and is not needed yet.
      const first = await redraw(() => page.getByLabel('Student Name').fill('Bartholomew Ng'));
      expect(first).toMatch(javaScript ? /^blob:/ : /^data:image\/png/);
      const place = async () => (await draft.boundingBox())?.height;
      const height = await place();
      await redraw(() => page.getByLabel('Course Name').fill(course));
      expect(await place()).toBe(height);
      await page.getByLabel('Issue Date').fill('2026-11-29');
      await redraw(() => page.getByLabel('Expires after').fill('2 years'));
      const values = ['Student Name', 'Course Name', 'Issue Date', 'Expires after'].map((label) =>
        page.getByLabel(label).inputValue(),
      );
      expect(await Promise.all(values)).toEqual(['Bartholomew Ng', course, '2026-11-29', '2 years']);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(320);

      await page.getByLabel('Student Email').fill('bart@students.example');
      await page.getByRole('button', { name: 'Issue Certificate' }).click();
      await page.getByAltText(`Certificate of Bartholomew Ng for ${course}`).waitFor();
      expect(await draft.count()).toBe(0);
      await page.context().close();
    });

    it('says what cannot be drawn, and names the field', async () => {
      const page = await newPage({});
      await addSession(page.context(), server.url, await logIn(server.url, 'issuer'));
      await page.goto(`${server.url}/admin/issue-certificate`);
      await page.getByLabel('Expires after').fill('some time');
      if (!javaScript) await page.getByRole('button', { name: 'Preview' }).click();
      await page
        .getByText(/Expires after must be/)
        .first()
        .waitFor();
      expect(await page.getByLabel('Expires after').inputValue()).toBe('some time');
      await page.context().close();
    });
  });

  journey('the review of a batch', ({ newPage, javaScript }) => {
    it('leads from a row to its draft', async () => {
      const list = `studentName,studentEmail,courseName,issueDate
Bartholomew Ng,bart@students.example,Rows ${javaScript},2026-11-29
Ann Lee,ann@students.example,Rows ${javaScript},2026-11-29`;
      const page = await newPage({ viewport: { width: 320, height: 800 } });
      await addSession(page.context(), server.url, await logIn(server.url, 'issuer'));
      await page.goto(`${server.url}/admin/batches`);
      const file = page.locator('input[type=file]').first();
      await file.setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
      await page.locator('form:has(input[type=file]) button[type=submit]').first().click();
      await page.getByRole('heading', { name: 'Drafts' }).waitFor();
      expect(await page.getByRole('img', { name: /^Draft of line/ }).count()).toBe(2);
      await page.getByRole('link', { name: 'Draft of line 3', exact: true }).click();
      const draft = page.getByAltText(`Draft of the certificate of Ann Lee for Rows ${javaScript}`);
      await draft.waitFor();
      await expect
        .poll(() => draft.evaluate((image) => (image as HTMLImageElement).naturalWidth), { timeout: 30_000 })
        .toBe(960);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(320);
      await page.getByRole('button', { name: 'Cancel batch' }).click();
      await page.getByRole('heading', { name: 'Drafts' }).waitFor({ state: 'detached' });
      await page.context().close();
    });
  });
});
