import './without-system-fonts.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { artworkOf } from '#app/drawing/artwork.server.ts';
import { ARTWORK_PAGE_NAMES, micronsOf, pixelsOfMicrons } from '#app/drawing/own-artwork/artwork.ts';
import { certificatePng, previewPng } from '#app/drawing/png.server.ts';
import { artworkDesign, box, compulsory, withBoxes } from './own-artwork-samples.ts';

const INK = 200;

/** The rectangle of what is darker than its paper, in pixels. */
async function inkOf(png: Uint8Array) {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  let [left, top, right, bottom] = [info.width, info.height, -1, -1];
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      if ((data[y * info.width + x] as number) >= INK) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  return { left, top, right, bottom };
}

/** 0.2 mm in pixels. */
const TOLERANCE = pixelsOfMicrons(200);

describe('own artwork', () => {
  it.each(ARTWORK_PAGE_NAMES)('draws a box where it is placed on %s', async (page) => {
    const { width, height } = micronsOf(page);
    // The last millimetre at the edge is the box's, too.
    const place = [width - 61_000, height - 31_000, 60_000, 30_000] as const;
    const ink = await inkOf(
      certificatePng(withBoxes([box('line', [...place], { colour: '#000000' })], page)),
    );
    const [left, top] = [pixelsOfMicrons(place[0]), pixelsOfMicrons(place[1])];
    expect(Math.abs(ink.left - left)).toBeLessThan(TOLERANCE);
    expect(Math.abs(ink.top - top)).toBeLessThan(TOLERANCE);
    expect(Math.abs(ink.right - left - pixelsOfMicrons(60_000))).toBeLessThan(TOLERANCE);
    expect(Math.abs(ink.bottom - top - pixelsOfMicrons(30_000))).toBeLessThan(TOLERANCE);
  });

  it.each(['left', 'center', 'right'] as const)(
    'sets a text to the %s of its box, within it',
    async (align) => {
      const place = box('text', [100_000, 50_000, 100_000, 20_000], { text: 'Hamburg', size: 30, align });
      const ink = await inkOf(certificatePng(withBoxes([place])));
      const [left, right] = [pixelsOfMicrons(100_000), pixelsOfMicrons(200_000)];
      expect(ink.left).toBeGreaterThanOrEqual(Math.floor(left));
      expect(ink.right).toBeLessThanOrEqual(Math.ceil(right));
      const [before, after] = [ink.left - left, right - ink.right];
      if (align === 'center') expect(Math.abs(before - after)).toBeLessThan(4);
      else expect(align === 'left' ? before : after).toBeLessThan(TOLERANCE + 2);
      // A capital of EB Garamond is 0.65 of its size, and the descender 0.25.
      expect(ink.bottom - ink.top).toBeGreaterThan(0.8 * 30 * (150 / 72));
      expect(ink.bottom - ink.top).toBeLessThan(1.1 * 30 * (150 / 72));
    },
  );

  it('wraps a text onto its lines before it shrinks it, and never leaves the box', async () => {
    const text = 'Maximiliane Alexandrina Theodora Gräfin von und zu Hohenlohe';
    const place = [20_000, 20_000, 60_000, 30_000] as [number, number, number, number];
    const wrapped = artworkOf(withBoxes([box('text', place, { text, long: 'wrap', lines: 4, size: 16 })]));
    const shrunk = artworkOf(withBoxes([box('text', place, { text, long: 'shrink', lines: 4, size: 16 })]));
    const placedOf = (artwork: typeof wrapped) => {
      const [element] = artwork.elements();
      if (element?.tag === 'Figure' || !element?.texts[0]) throw new Error('there is no text');
      return element.texts[0].placed;
    };
    expect(placedOf(wrapped).size).toBeCloseTo(16 * (150 / 72), 1);
    expect(placedOf(wrapped).lines.length).toBeGreaterThan(1);
    expect(placedOf(shrunk).lines).toHaveLength(1);
    expect(placedOf(shrunk).size).toBeLessThan(placedOf(wrapped).size);
    const ink = await inkOf(previewPng(withBoxes([box('text', place, { text, size: 60 })]), {}, 1754));
    expect(ink.right).toBeLessThanOrEqual(Math.ceil(pixelsOfMicrons(80_000)));
    expect(ink.left).toBeGreaterThanOrEqual(Math.floor(pixelsOfMicrons(20_000)));
  });

  it('draws boxes in their order, also where one that is the same on all certificates lies over one that varies', async () => {
    const name = box('text', [20_000, 20_000, 60_000, 20_000], { text: 'MMMMMM', size: 40 });
    const cover = box('line', [15_000, 15_000, 70_000, 30_000], { colour: '#ffffff' });
    const varying = { varyingBoxes: [0] };
    const covered = await inkOf(certificatePng({ ...withBoxes([name, cover]), ...varying }));
    expect(covered.right).toBe(-1);
    const shown = await inkOf(certificatePng({ ...withBoxes([cover, name]), varyingBoxes: [1] }));
    expect(shown.right).toBeGreaterThan(0);
  });

  it('shares a template between certificates that differ in varying boxes alone', () => {
    const named = (text: string, title = 'Diploma') =>
      artworkOf({
        ...withBoxes([
          box('text', [20_000, 20_000, 60_000, 20_000], { text }),
          box('text', [20_000, 60_000, 60_000, 20_000], { text: title }),
          ...compulsory,
        ]),
        varyingBoxes: [0, 3],
      }).templateKey;
    expect(named('Ada')).toBe(named('Grace'));
    expect(named('Ada')).not.toBe(named('Ada', 'Certificate'));
  });

  it('reads a mark of revocation first, then the boxes in their order', () => {
    const boxes = [
      box('text', [20_000, 60_000, 60_000, 20_000], { text: 'Ada Lovelace', size: 20 }),
      box('text', [20_000, 20_000, 60_000, 20_000], { text: 'Diploma', size: 40 }),
      ...compulsory,
    ];
    const drawing = { ...withBoxes(boxes), revokedAt: '2026-05-02', varyingBoxes: [0] };
    const said = artworkOf(drawing)
      .elements()
      .map((element) =>
        element.tag === 'Figure' ? element.alt : `${element.tag} ${element.texts[0]?.placed.written}`,
      );
    expect(said).toEqual([
      'P REVOKED',
      expect.stringContaining('2026'),
      'P Ada Lovelace',
      'H1 Diploma',
      expect.stringContaining('QR code'),
      'P {id}',
    ]);
  });

  it('crops a photograph to its box and contains a logo in it', async () => {
    const wide = { create: { width: 400, height: 100, channels: 3 as const, background: '#000000' } };
    const png = new Uint8Array(await sharp(wide).png().toBuffer());
    const { decodeImages } = await import('#app/drawing/designs/decode.server.ts');
    // Decoded pictures are kept by name, also those of other tests.
    const pictures = await decodeImages({ 'wide logo': png, 'wide face': png });
    const square = [50_000, 50_000, 40_000, 40_000] as [number, number, number, number];
    const heightWith = async (picture: string) => {
      const drawing = {
        ...withBoxes([box('picture', square, { picture })], 'a4', { logo: 'wide logo' }),
        photos: { photo: 'wide face' },
      };
      const { top, bottom, left, right } = await inkOf(certificatePng(drawing, pictures));
      expect(right - left).toBeCloseTo(pixelsOfMicrons(40_000), -1);
      return bottom - top;
    };
    expect(await heightWith('photo')).toBeCloseTo(pixelsOfMicrons(40_000), -1);
    expect(await heightWith('logo')).toBeCloseTo(pixelsOfMicrons(10_000), -1);
  });

  it('has no QR code to link to while a draft has none', () => {
    const { design, ...drawing } = withBoxes([]);
    expect(artworkOf({ ...drawing, design }).qr).toBeNull();
    expect(artworkOf({ ...drawing, design: artworkDesign(compulsory) }).qr?.size).toBeCloseTo(
      pixelsOfMicrons(25_000),
      5,
    );
  });
});
