import './without-system-fonts.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { artworkOf } from '#app/drawing/artwork.server.ts';
import { BASES } from '#app/drawing/design.ts';
import { compose } from '#app/drawing/designs/compose.server.ts';
import { decodeImages, type Pictures } from '#app/drawing/designs/decode.server.ts';
import { printedDate } from '#app/drawing/printed-date.ts';
import { closeRenderer, renderCertificate } from '#app/drawing/render.server.ts';
import { inLanguage, readMessagesFrom } from '#app/messages/reader-language.server.ts';
import { textOfPdf } from '#tests/support/pdf-pictures.ts';
import { readOwnMessages, writeMessages } from '#tests/support/pseudo-language.ts';
import { designed, designImages } from './design-samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'certrace-messages-'));
let pictures: Pictures = {};

beforeAll(async () => {
  writeMessages(folder, {
    de: (text) => text.replace('Certificate ID', 'Zertifikat-ID').replace('Issued on', 'Ausgestellt am'),
    ar: (text) => text.replace('Certificate ID', 'معرّف الشهادة').replace('Issued on', 'صدرت في'),
  });
  readMessagesFrom(folder);
  pictures = await decodeImages(designImages);
});
afterAll(async () => {
  readOwnMessages();
  await closeRenderer();
  rmSync(folder, { recursive: true });
});

/** A sample certificate whose design has a language. */
function inLanguageOf(language: string, base: (typeof BASES)[number] = 'modern') {
  const drawing = designed(base);
  return { ...drawing, design: { ...drawing.design!, language } };
}

/** Labels are set in spaced capitals. */
const withoutSpaces = (text: string) => text.toUpperCase().replace(/\s/g, '');

describe('the language of a design', () => {
  it('is that of its printed words and dates, whoever asks for the file', async () => {
    const pdf = await inLanguage('ar', () =>
      renderCertificate(inLanguageOf('de'), 'pdf', undefined, designImages),
    );
    const text = withoutSpaces(await textOfPdf(pdf));
    expect(text).toContain('ZERTIFIKAT-ID');
    expect(text).toContain('AUSGESTELLTAM');
    expect(text).toContain('31.03.2026');
    expect(text).not.toContain('CERTIFICATEID');
  });

  it('is English without one, whoever asks for the file', async () => {
    const pdf = await inLanguage('de', () =>
      renderCertificate(designed('modern'), 'pdf', undefined, designImages),
    );
    const text = withoutSpaces(await textOfPdf(pdf));
    expect(text).toContain('CERTIFICATEID');
    expect(text).toContain('31/03/2026');
  });

  it.each(BASES)('mirrors %s if it is written from right to left', async (base) => {
    const areas = (language: string) => {
      const drawing = inLanguageOf(language, base);
      const { page, qr, varying } = inLanguage(language, () => compose(drawing, drawing.design, pictures));
      return { page, qr, name: varying.find(({ what }) => what === 'name')!.area };
    };
    const [german, arabic] = [areas('de'), areas('ar')];
    expect(arabic.qr).toEqual({ ...german.qr, left: german.page.width - german.qr.left - german.qr.size });
    expect(arabic.name.left).toBeCloseTo(german.page.width - german.name.left - german.name.width, 0);
    const drawing = inLanguageOf('ar', base);
    const { left, top, size } = artworkOf(drawing, pictures).qr!;
    const png = await renderCertificate(drawing, 'png', undefined, designImages);
    const square = { left: Math.floor(left), top: Math.floor(top), width: size, height: size };
    const { data, info } = await sharp(png)
      .extract(square)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(drawing.verifyUrl);
  });

  it('writes dates in the Gregorian calendar with Latin digits', () => {
    const date = '2025-03-14';
    expect(printedDate('en', date)).toBe('14/03/2025');
    expect(printedDate('de', date)).toBe('14.03.2025');
    expect(printedDate('zh-Hans', date)).toBe('2025/03/14');
    for (const language of ['es', 'fr', 'pt-BR', 'ar', 'hi']) {
      expect(printedDate(language, date).replace(/[^\d/]/g, '')).toBe('14/03/2025');
    }
  });

  it.each([
    ['en', '28 February 2026'],
    ['de', '28. Februar 2026'],
    ['es', '28 de febrero de 2026'],
    ['fr', '28 février 2026'],
    ['pt-BR', '28 de fevereiro de 2026'],
    ['ar', '28 فبراير 2026'],
    ['hi', '28 फ़रवरी 2026'],
    ['zh-Hans', '2026年2月28日'],
  ])('writes dates of %s in words', (language, words) => {
    expect(printedDate(language, '2026-02-28', 'words')).toBe(words);
  });
});
