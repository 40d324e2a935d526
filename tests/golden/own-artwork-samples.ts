import sharp from 'sharp';
import type { Design } from '#app/drawing/design.ts';
import type { CertificateDrawing } from '#app/drawing/drawing.ts';
import { type ArtworkBox, type ArtworkPage, boxDefaults } from '#app/drawing/own-artwork/artwork.ts';
import { areaOf } from '#app/drawing/own-artwork/parts.server.ts';
import { drawingWith } from './samples.ts';

/** A box of a kind at a place, in thousandths of a millimetre. */
export const box = (
  kind: ArtworkBox['kind'],
  [x, y, width, height]: [number, number, number, number],
  changes: Partial<ArtworkBox> = {},
): ArtworkBox => ({ ...boxDefaults(kind), x, y, width, height, long: 'shrink', lines: 1, ...changes });

/** A QR code and an ID, which every design has. */
export const compulsory = [
  box('qr', [10_000, 170_000, 25_000, 25_000]),
  box('id', [40_000, 185_000, 60_000, 6_000]),
];

export const artworkDesign = (
  boxes: ArtworkBox[],
  page: ArtworkPage = 'a4',
  changes: Partial<Design> = {},
): Design => ({
  base: 'artwork',
  colours: { primary: '#1b2350', accent: '#a9791f', paper: '#ffffff' },
  typeface: 'garamond',
  logo: null,
  signatories: [],
  texts: { title: 'Diploma', subtitle: '', beforeName: '', beforeCourse: '', statement: '' },
  seal: false,
  artwork: { page, background: null, boxes },
  ...changes,
});

/** A drawing with texts that need no filling in. */
export const withBoxes = (
  boxes: ArtworkBox[],
  page?: ArtworkPage,
  changes: Partial<Design> = {},
): CertificateDrawing => drawingWith({ layoutVersion: 3, design: artworkDesign(boxes, page, changes) });

/** Boxes that any of the four pages has room for, with texts that are the same on all certificates. */
export const placedBoxes: ArtworkBox[] = [
  ...compulsory,
  box('text', [30_000, 20_000, 130_000, 16_000], { text: 'Diploma of Higher Education', size: 28 }),
  box('text', [30_000, 45_000, 130_000, 16_000], { text: 'محمد بن عبد الله', size: 28, align: 'right' }),
  box('text', [30_000, 70_000, 130_000, 16_000], {
    text: '欧阳小明',
    size: 28,
    align: 'left',
    typeface: 'modern',
  }),
  box('text', [30_000, 95_000, 60_000, 24_000], {
    text: 'who has completed the course with distinction',
    size: 14,
    long: 'wrap',
    lines: 3,
  }),
  box('line', [30_000, 130_000, 100_000, 500], { colour: '#000000' }),
  box('date', [110_000, 150_000, 40_000, 7_000], { text: '31/03/2026' }),
  // At the right and at the bottom, where a page that is a pixel too large shows.
  box('line', [200_000, 10_000, 400, 190_000], { colour: '#000000' }),
  box('line', [60_000, 204_000, 120_000, 500], { colour: '#000000' }),
];

/**
 * The left, top, right and bottom of the dark pixels in a box and around it, in pixels of its page.
 * @param pageWidth of the page, of which the picture may be a smaller one
 */
export async function edgesIn(png: Uint8Array, place: ArtworkBox, pageWidth: number): Promise<number[]> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const scale = info.width / pageWidth;
  const { left, top, width, height } = areaOf(place);
  const room = 3;
  const dark = 128;
  const found = [Infinity, Infinity, -Infinity, -Infinity] as [number, number, number, number];
  const within = (value: number, most: number) => Math.min(Math.max(Math.round(value * scale), 0), most);
  const right = within(left + width + room, info.width);
  const bottom = within(top + height + room, info.height);
  for (let y = within(top - room, info.height); y < bottom; y++) {
    for (let x = within(left - room, info.width); x < right; x++) {
      if ((data[y * info.width + x] ?? 0) >= dark) continue;
      found[0] = Math.min(found[0], x);
      found[1] = Math.min(found[1], y);
      found[2] = Math.max(found[2], x + 1);
      found[3] = Math.max(found[3], y + 1);
    }
  }
  return found.map((edge) => edge / scale);
}
