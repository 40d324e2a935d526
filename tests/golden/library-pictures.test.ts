import './without-system-fonts.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Pictures } from '#app/drawing/designs/decode.server.ts';
import { decodeImages } from '#app/drawing/designs/decode.server.ts';
import { libraryBackground } from '#app/drawing/library/backdrop.server.ts';
import { LIBRARY_IDS, pagesOf } from '#app/drawing/library/library.ts';
import { previewPng } from '#app/drawing/png.server.ts';
import { picturePdf } from '#tests/support/pdf-pictures.ts';
import { designImages } from './design-samples.ts';
import { inLibraryDesign, NAMES } from './library-samples.ts';
import { expectGoldenSheet } from './pictures.ts';

let pictures: Pictures = {};
beforeAll(async () => {
  pictures = await decodeImages(designImages);
});

describe.each(LIBRARY_IDS)('%s of the library', (id) => {
  it('matches its golden sheet, with the longest and the shortest names of six scripts', async () => {
    const [page] = pagesOf(id);
    const background = `${id}-${page}`;
    const png = libraryBackground(id, page, 'png');
    const all = { ...pictures, ...(await decodeImages({ [`background-png:${background}`]: png })) };
    const drawn = NAMES.map((name) =>
      previewPng(inLibraryDesign(id, page, name, background).drawing, all, 480),
    );
    await expectGoldenSheet(`library-${id}`, drawn, 4, page.endsWith('portrait') ? 200 : 280);
  });

  it('has the same background as a drawing and in pixels', async () => {
    const [page] = pagesOf(id);
    const small = (picture: Uint8Array) =>
      sharp(picture).resize(400, 400, { fit: 'fill' }).removeAlpha().raw().toBuffer();
    const png = await small(libraryBackground(id, page, 'png'));
    const pdf = await small(await picturePdf(libraryBackground(id, page, 'pdf')));
    const difference = png.reduce((sum, value, index) => sum + Math.abs(value - (pdf[index] as number)), 0);
    expect(difference / png.length).toBeLessThan(3);
  });
});
