import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { journey } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, sharedSample } from '#tests/support/sample-site.ts';

const LOGO = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#a33"/></svg>',
);

describe('designing certificates', () => {
  let server: Awaited<ReturnType<typeof sharedSample>>;

  beforeAll(async () => {
    server = await sharedSample();
  });

  journey('the form of a design', ({ newPage, javaScript }) => {
    it('previews the entered values, keeps an uploaded logo, and saves the design', async () => {
      const page = await newPage({ viewport: { width: 320, height: 800 } });
      await addSession(page.context(), server.url, await logIn(server.url, 'issuer'));
      await page.goto(`${server.url}/admin/designs`);
      await page.getByRole('link', { name: 'New design' }).click();
      await page.getByRole('link', { name: 'Portrait modern' }).click();
      const name = `Evening ${javaScript ? 'classes' : 'school'}`;
      await page.getByLabel('Name of the design').fill(name);
      await page.getByLabel('Title', { exact: true }).first().fill('Diploma of {course}');
      const preview = page.getByAltText('A certificate in this design');
      if (javaScript) {
        await page.waitForFunction(() =>
          document.querySelector<HTMLImageElement>('.design-preview-image')?.src.startsWith('blob:'),
        );
      }
      await page.getByLabel('Logo').setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: LOGO });
      // With JavaScript the logo is uploaded as soon as it is chosen.
      if (!javaScript) await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByAltText('Stored: Logo').waitFor();
      if (!javaScript) expect(await preview.getAttribute('src')).toMatch(/^data:image\/png/);
      expect(await page.getByLabel('Name of the design').inputValue()).toBe(name);
      await page.getByLabel('Subject of the mail').fill('Well done, {student}');
      await page.getByLabel('Text of the mail').fill('See **all** [alumni](https://uni.example).');
      // With JavaScript its preview follows typing.
      if (!javaScript) await page.getByRole('button', { name: 'Preview' }).click();
      const mail = page.getByRole('region', { name: 'Preview of the mail' });
      await mail.getByText('Well done, Ingrid Sørensen').waitFor();
      if (javaScript) {
        await page.getByLabel('Show with').selectOption({ label: 'The shortest name' });
        await mail.getByText('Well done, Li').waitFor();
        await page.getByLabel('Subject of the mail').fill('Well done, {nobody}');
        await mail.getByText('unknown placeholder {nobody}').waitFor();
        expect(await mail.innerText()).toContain('Well done, Li');
        await page.getByLabel('Subject of the mail').fill('Well done, {student}');
        await mail.getByText('unknown placeholder {nobody}').waitFor({ state: 'detached' });
      }
      expect(await mail.innerText()).toContain('See all alumni (https://uni.example).');
      expect(await mail.innerText()).toContain('has issued a certificate to you');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(320);
      await page.getByRole('button', { name: 'Save design' }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.getByAltText('Stored: Logo').waitFor();
      await page.getByRole('button', { name: 'Send a test mail' }).click();
      await page.getByText(/^The test mail to .+@.+ is on its way\.$/).waitFor();
      expect(await page.getByLabel('Text of the mail').inputValue()).toContain('alumni');
      await page.goto(`${server.url}/admin/issue-certificate`);
      await page.getByLabel('Design').selectOption({ label: name });
      await page.context().close();
    });
  });

  journey('a design to start from', ({ newPage, javaScript }) => {
    it('is chosen from the library in a size of paper, exported, and imported', async () => {
      const page = await newPage({ viewport: { width: 320, height: 800 } });
      await addSession(page.context(), server.url, await logIn(server.url, 'issuer'));
      await page.goto(`${server.url}/admin/designs/new`);
      const library = page.getByRole('region', { name: 'Finished designs' });
      expect(await library.getByRole('listitem').count()).toBe(12);
      const narrow = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(narrow).toBeLessThanOrEqual(320);
      await library.getByRole('link', { name: 'Licence card' }).press('Enter');
      await page.getByRole('link', { name: 'US Letter, portrait' }).press('Enter');
      await page.locator('[aria-current="page"]', { hasText: 'US Letter' }).waitFor();
      const shown = page.getByAltText('A certificate in this design');
      await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(960);
      await page.getByRole('button', { name: 'Start with this design' }).press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Licence card' }).waitFor();
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByText('Version 1 is published').waitFor();
      const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';

      await page.goto(`${server.url}/admin/designs`);
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: `Export ${name}`, exact: true }).click();
      const zip = await readFile(await (await download).path());
      await page.getByRole('link', { name: 'Import a design' }).click();
      const file = page.getByLabel('File of the design');
      await file.setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: zip.subarray(9) });
      await page.getByRole('button', { name: 'Import' }).click();
      await page.getByText('This is not the ZIP of a design.').first().waitFor();
      expect(await file.getAttribute('aria-invalid')).toBe('true');
      await file.setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: zip });
      await page.getByRole('button', { name: 'Import' }).click();
      await page.getByRole('heading', { level: 1, name: `${name} (2)` }).waitFor();
      await page.context().close();
    });

    it('is one with a layout, which is opened as boxes and says what differs', async () => {
      const page = await newPage({ viewport: { width: 320, height: 800 } });
      await addSession(page.context(), server.url, await logIn(server.url, 'issuer'));
      await page.goto(`${server.url}/admin/designs/new?base=heritage`);
      const name = `Layout ${javaScript ? 'moved' : 'posted'}`;
      await page.getByLabel('Name of the design').fill(name);
      await page.getByRole('button', { name: 'Save design' }).click();
      await page.getByRole('link', { name: 'Defaults, copy, retire' }).click();
      await page.getByRole('button', { name: 'Open as boxes' }).click();
      await page.getByRole('heading', { level: 1, name: `${name} (2)` }).waitFor();
      const different = page.getByRole('status').filter({ hasText: 'What differs from the layout' });
      await different.getByText('The ornaments are part of the background.').waitFor();
      await page.getByRole('button', { name: 'Publish' }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await page.context().close();
    });
  });
});
