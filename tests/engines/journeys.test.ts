import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, ISSUERS } from '#app/sample/people.ts';
import { ENGINES, type Engine, type EnginePage } from '#tests/support/engines.ts';
import { logIn } from '#tests/support/sample-people.ts';
import { sharedSample } from '#tests/support/sample-site.ts';

const server = await sharedSample();

const pathOf = (page: EnginePage) => page.run(() => location.pathname);
const textOf = (page: EnginePage) => page.run(() => document.body.innerText);
const shows = (page: EnginePage, text: RegExp) => expect.poll(() => textOf(page)).toMatch(text);

/** The file of a certificate of the sample's issuer, on disk. */
async function certificateFile(folder: string): Promise<string> {
  const cookie = await logIn(server.url, 'issuer');
  const list = await (await fetch(`${server.url}/admin/issued-certificates`, { headers: { cookie } })).text();
  const [, id] = /\b((?:[0-9A-Z]{4}-){3}[0-9A-Z]{4})\b/.exec(list) ?? [];
  const file = await fetch(`${server.url}/certificates/${id}.pdf`, { headers: { cookie } });
  if (!file.ok) throw new Error(`${file.status} for the PDF of ${id}`);
  const path = join(folder, `${id}.pdf`);
  writeFileSync(path, Buffer.from(await file.arrayBuffer()));
  return path;
}

/** How far the darkest shade of the text in a field is from the lightest, from 0 to 255. */
async function contrastOf(png: Buffer): Promise<number> {
  const image = await loadImage(png);
  // Without its border and its icon.
  const [width, height] = [image.width - 96, image.height - 8];
  const pen = createCanvas(width, height).getContext('2d');
  pen.drawImage(image, -48, -4);
  const { data } = pen.getImageData(0, 0, width, height);
  const shades = data.filter((_, index) => index % 4 === 1);
  return (
    shades.reduce((most, shade) => Math.max(most, shade), 0) -
    shades.reduce((least, shade) => Math.min(least, shade), 255)
  );
}

async function logInWithForm(page: EnginePage, email: string) {
  await page.goto(`${server.url}/`);
  await page.type('input[name=email]', email);
  await page.type('input[name=password]', DEMO_PASSWORD);
  await page.click('form button[type=submit]');
  await expect.poll(() => pathOf(page)).not.toBe('/');
}

for (const { name, isInstalled, open } of ENGINES)
  describe.skipIf(!isInstalled)(`in ${name}${isInstalled ? '' : ', which is not installed'}`, () => {
    let engine: Engine;
    let page: EnginePage;
    const folder = mkdtempSync(join(tmpdir(), 'certrace-engine-'));

    beforeAll(async () => {
      engine = await open();
      page = engine.page;
    });
    afterAll(async () => {
      await engine?.close();
      rmSync(folder, { recursive: true });
    });

    it('a visitor checks a file', async () => {
      await page.goto(`${server.url}/check`);
      await page.attach('input[name=file]', await certificateFile(folder));
      await page.click('main form button[type=submit]');
      await shows(page, /genuine/i);
    });

    it('an issuer logs in, issues a certificate and finds it', async () => {
      await logInWithForm(page, ISSUERS[0].email);
      await page.goto(`${server.url}/admin/issue-certificate`);
      await page.type('input[name=studentEmail]', `${name.toLowerCase()}@students.example`);
      await page.type('input[name=studentName]', 'Grace Hopper');
      await page.type('input[name=courseName]', `Compilers in ${name}`);
      await page.typeDate('input[name=issueDate]', ['03', '09', '2026']);
      await page.click('main form button[type=submit]:not([name])');
      await shows(page, /successfully/i);
      await page.goto(`${server.url}/admin/issued-certificates`);
      await page.type('input[type=search]', `Compilers in ${name}`);
      await page.click('form[role=search] button[type=submit]');
      await shows(page, new RegExp(`Compilers in ${name}`));
      await shows(page, /09\/03\/2026/);
    });

    it('placeholders are shown in Arabic', async () => {
      await page.run(() => {
        const body = new URLSearchParams({ language: 'ar' });
        return fetch('/language', { method: 'POST', body }).then(String);
      });
      await page.goto(`${server.url}/admin/issued-certificates`);
      expect(await page.run(() => document.documentElement.dir)).toBe('rtl');
      const contrast = async () => contrastOf(await page.picture('main input[type=search]'));
      await expect.poll(contrast).toBeGreaterThan(60);
      await page.run(() => {
        const body = new URLSearchParams({ language: 'en' });
        return fetch('/language', { method: 'POST', body }).then(String);
      });
    });
  });
