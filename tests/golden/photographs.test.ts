import './without-system-fonts.ts';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { BASES, type LayoutBase, PAGE_SIZES } from '#app/drawing/design.ts';
import type { Pictures } from '#app/drawing/designs/decode.server.ts';
import { decodeImages } from '#app/drawing/designs/decode.server.ts';
import { type CertificateDrawing, LAYOUT_VERSION, type PageSize } from '#app/drawing/drawing.ts';
import { certificatePdf } from '#app/drawing/pdf.server.ts';
import { certificatePng, previewPng } from '#app/drawing/png.server.ts';
import { designed, designImages } from './design-samples.ts';
import { expectGoldenFullSize } from './pictures.ts';

const PIXELS = { width: 413, height: 531 };
const MM = 150 / 25.4;

let pictures: Pictures = {};
beforeAll(async () => {
  const plain = { ...PIXELS, channels: 3, background: '#ff00ff' } as const;
  const magenta = await sharp({ create: plain }).jpeg().toBuffer();
  const noisyPhoto = await sharp(randomBytes(3 * PIXELS.width * PIXELS.height), {
    raw: { ...PIXELS, channels: 3 },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
  pictures = await decodeImages({ ...designImages, magenta, noisyPhoto });
});

function withPhoto(base: LayoutBase, photo: string, pageSize: PageSize = 'a4'): CertificateDrawing {
  const drawing = designed(base, 'latin', 3);
  return { ...drawing, layoutVersion: LAYOUT_VERSION, design: { ...drawing.design!, pageSize }, photo };
}

/** The pixels from the first to the last magenta one, in both directions, and whether all between them are. */
async function magentaIn(png: Uint8Array) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let [count, left, right, top, bottom] = [0, info.width, 0, info.height, 0];
  for (let at = 0; at < data.length; at += 3) {
    if (data[at]! < 240 || data[at + 1]! > 15 || data[at + 2]! < 240) continue;
    const [x, y] = [(at / 3) % info.width, Math.floor(at / 3 / info.width)];
    [left, right, top, bottom] = [
      Math.min(left, x),
      Math.max(right, x),
      Math.min(top, y),
      Math.max(bottom, y),
    ];
    count += 1;
  }
  const [width, height] = [right - left + 1, bottom - top + 1];
  return { left, top, width, height, isWhole: count === width * height, page: info };
}

describe.each(BASES)('a photograph on %s', (base) => {
  it('matches its golden image', async () => {
    const drawing = withPhoto(base, 'photo', 'letter');
    const width = base.startsWith('portrait') ? 425 : 550;
    await expectGoldenFullSize(`photo-${base}`, previewPng(drawing, pictures, width));
  });

  it.each(PAGE_SIZES)(
    'is whole, 35 to 45, at least 25 mm wide and 8 mm from the edges of %s',
    async (pageSize) => {
      const found = await magentaIn(certificatePng(withPhoto(base, 'magenta', pageSize), pictures));
      const { left, top, width, height, page } = found;
      expect(found.isWhole).toBe(true);
      expect(width / height).toBeCloseTo(35 / 45, 1);
      expect(width).toBeGreaterThanOrEqual(Math.floor(25 * MM));
      const edges = [left, top, page.width - left - width, page.height - top - height];
      for (const edge of edges) expect(edge).toBeGreaterThan(8 * MM);
    },
  );

  it('has a template of its own', async () => {
    const drawing = withPhoto(base, 'photo');
    const { photo: _, ...without } = drawing;
    const pixelsOf = (png: Uint8Array) => sharp(png).removeAlpha().raw().toBuffer();
    const drawn = async (content: CertificateDrawing) => {
      const [png, afresh] = [certificatePng(content, pictures), previewPng(content, pictures, 2_000)];
      return Buffer.compare(await pixelsOf(png), await pixelsOf(afresh));
    };
    expect([await drawn(without), await drawn(drawing), await drawn(without)]).toEqual([0, 0, 0]);
  });

  it('takes at most 120 KB of a PDF, whatever it shows', () => {
    const { photo: _, ...drawing } = withPhoto(base, 'noisyPhoto');
    const without = certificatePdf(drawing, pictures).length;
    expect(certificatePdf(withPhoto(base, 'noisyPhoto'), pictures).length - without).toBeLessThan(120_000);
  });
});

it('is never on the standard layout', () => {
  const drawing = { ...withPhoto('modern', 'magenta'), design: null };
  const { photo: _, ...without } = drawing;
  expect(Buffer.compare(certificatePng(drawing, pictures), certificatePng(without, pictures))).toBe(0);
});

it('is not replaced by nothing where it is missing', () => {
  expect(() => certificatePng(withPhoto('modern', 'other'), pictures)).toThrow('The image other');
});
