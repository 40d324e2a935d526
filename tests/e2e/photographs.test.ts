import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { hydrated, journey } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { addSession, sharedSample } from '#tests/support/sample-site.ts';

/** A wide picture that is red on the left and blue on the right. */
async function redAndBlue() {
  const plain = (width: number, background: string) =>
    sharp({ create: { width, height: 600, channels: 3, background } });
  const blue = await plain(600, '#0000ff').png().toBuffer();
  const buffer = await plain(1_200, '#ff0000')
    .composite([{ input: blue, left: 600, top: 0 }])
    .jpeg()
    .toBuffer();
  return { name: 'ada.jpg', mimeType: 'image/jpeg', buffer };
}

/** The colours at the left and at the right of a shown photograph. */
async function coloursOf(page: Page) {
  const src = await page.getByRole('img', { name: 'Stored: Photograph' }).getAttribute('src');
  const bytes = await (await page.request.get(new URL(src ?? '', page.url()).href)).body();
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number) => ((data[x * info.channels] ?? 0) > 128 ? 'red' : 'blue');
  return [at(0), at(info.width - 1)];
}

describe('photographs', () => {
  let server: Awaited<ReturnType<typeof sharedSample>>;

  beforeAll(async () => {
    server = await sharedSample();
  });

  journey('the form of a certificate', ({ newPage, javaScript }) => {
    it('takes a photograph, cut by keyboard or pointer with a script and to its middle without', async () => {
      const page = await newPage({ viewport: { width: 320, height: 700 } });
      await addSession(page.context(), server.url, await logIn(server.url, 'issuer'));
      await page.goto(`${server.url}/admin/fields`);
      await page.getByRole('button', { name: 'Add Photograph' }).click();
      await page.getByText('Field declared.').first().waitFor();

      await page.goto(`${server.url}/admin/issue-certificate`);
      if (javaScript) await hydrated(page, 'input[type="file"]');
      await page.getByLabel('Photograph').setInputFiles(await redAndBlue());
      if (javaScript) {
        const cut = page.getByRole('img', { name: 'The part of the photograph that is kept' });
        await cut.waitFor();
        await page.getByLabel('Left to right').press('End');
        await cut.scrollIntoViewIfNeeded();
        const box = await cut.boundingBox();
        if (!box) throw new Error('no canvas');
        await page.mouse.move(box.x + 10, box.y + 20);
        await page.mouse.down();
        await page.mouse.move(box.x + 15, box.y + 20);
        await page.mouse.up();
        expect(Number(await page.getByLabel('Left to right').inputValue())).toBeLessThan(1);
      }
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(320);
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('img', { name: 'Draft of the certificate' }).waitFor();
      await page.getByRole('img', { name: 'Stored: Photograph' }).waitFor();
      expect(await coloursOf(page)).toEqual(javaScript ? ['blue', 'blue'] : ['red', 'blue']);

      await page.getByLabel('Student Name').fill(`Ada ${javaScript}`);
      await page.getByLabel('Student Email').fill('ada@students.example');
      await page.getByLabel('Course Name').fill('Sailing');
      await page.getByLabel('Issue Date').fill('2026-02-28');
      await page.getByLabel('Photograph: another picture').setInputFiles(await redAndBlue());
      await page.getByLabel('Hours').fill('many');
      await page.getByRole('button', { name: 'Issue Certificate' }).click();
      await page.getByText('Hours must be a number.').first().waitFor();
      // The message may be there before the photograph.
      await expect.poll(() => coloursOf(page)).toEqual(['red', 'blue']);
      await page.getByLabel('Hours').fill('12');
      await page.getByRole('button', { name: 'Issue Certificate' }).click();
      await page.getByText('Certificate issued successfully').first().waitFor();
      await page.locator('main a[href^="/admin/issued-certificates/"]').first().click();
      await page.getByRole('img', { name: 'Photograph', exact: true }).waitFor();
      await page.goto(`${server.url}/admin/fields`);
      await page.getByRole('link', { name: 'Photograph' }).click();
      await page.getByRole('link', { name: 'Retire field' }).click();
      await page.getByRole('button', { name: 'Retire field' }).click();
      await page.getByText('Field retired.').first().waitFor();
      await page.context().close();
    });
  });
});
