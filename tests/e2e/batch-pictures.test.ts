import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { openSite, temporaryFolders } from '#tests/support/backups.ts';
import { journey } from '#tests/support/browser.ts';
import { makeIssuer, type Person } from '#tests/support/factories.ts';
import { makeField } from '#tests/support/own-fields.ts';
import { addSession } from '#tests/support/sample-site.ts';
import { startServer } from '#tests/support/server.ts';
import { makeZip } from '#tests/support/zips.ts';

describe('photographs of a batch', () => {
  const folders = temporaryFolders();
  let server: Awaited<ReturnType<typeof startServer>>;
  let issuer: Person;
  let photo: Buffer;

  beforeAll(async () => {
    const folder = folders.make();
    openSite(folder);
    issuer = await makeIssuer();
    makeField(issuer, 'photo', { name: 'Passport photo', kind: 'picture', visibility: [], isRequired: true });
    sqlite().close();
    server = await startServer({ folder });
    photo = await sharp({ create: { width: 70, height: 90, channels: 3, background: '#3366ff' } })
      .jpeg()
      .toBuffer();
  });

  afterAll(async () => {
    await server?.stop();
    folders.removeAll();
  });

  journey('the forms', ({ newPage, javaScript }) => {
    it('take a list with a ZIP, show what is missing, and mend it', async () => {
      const page = await newPage({ viewport: { width: javaScript ? 1280 : 390, height: 800 } });
      await addSession(page.context(), server.url, issuer.cookie);
      const course = javaScript ? 'Law' : 'Medicine';
      const row = (name: string) => `${name},${name.toLowerCase()}@students.example,${course},2026-02-28`;
      const lines = ['studentName,studentEmail,courseName,issueDate', ...['Ann', 'Bob', 'Cy'].map(row)];
      const zip = (...names: string[]) => ({
        name: 'photos.zip',
        mimeType: 'application/zip',
        buffer: makeZip(names.map((name) => ({ name, bytes: photo }))),
      });
      await page.goto(`${server.url}/admin/batches`);
      const list = { name: 'class.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
      await page.getByLabel('File with the list').setInputFiles(list);
      await page.getByLabel('ZIP with photographs').setInputFiles(zip('../ann.jpg'));
      await page.getByLabel('Also issue to students').check();
      await page.getByRole('button', { name: 'Check the file' }).click();
      await page
        .getByText('../ann.jpg in the ZIP has a name that leads out of its folder.')
        .first()
        .waitFor();
      expect(await page.getByLabel('Also issue to students').isChecked()).toBe(true);
      await page.getByLabel('File with the list').setInputFiles(list);
      await page.getByLabel('ZIP with photographs').setInputFiles(zip('Ann.jpg', 'other/zoe.jpg'));
      await page.getByRole('button', { name: 'Check the file' }).click();
      await page.getByText('Rows without a photograph: 2').waitFor();
      await page.getByText('other/zoe.jpg').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(javaScript ? 1280 : 390);
      await page.getByLabel('ZIP with photographs, or one photograph').setInputFiles(zip('bob.jpg'));
      await page.getByRole('button', { name: 'Send photographs' }).click();
      await page.getByText('Rows without a photograph: 1').waitFor();
      await page.getByRole('link', { name: 'Add a photograph for line 4' }).click();
      await expect.poll(() => page.getByLabel('Line, for a single photograph').inputValue()).toBe('4');
      const single = { name: 'cy.jpg', mimeType: 'image/jpeg', buffer: photo };
      await page.getByLabel('ZIP with photographs, or one photograph').setInputFiles(single);
      await page.getByRole('button', { name: 'Send photographs' }).click();
      await page.getByText('3 rows of 3 can be issued.').waitFor();
      const photographs = page.getByRole('table').getByAltText('Passport photo');
      expect(await photographs.count()).toBe(3);
      await photographs.last().scrollIntoViewIfNeeded();
      await expect
        .poll(() => photographs.last().evaluate((image) => (image as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(javaScript ? 1280 : 390);
      await page.getByRole('button', { name: 'Issue 3 certificates' }).click();
      await page.getByText('3 certificates issued.').waitFor();
      await page.context().close();
    });
  });
});
