/** Poppler draws the PDF of own artwork where its PNG has it. */
import '#tests/golden/without-system-fonts.ts';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { CertificateDrawing } from '#app/drawing/drawing.ts';
import { ARTWORK_PAGE_NAMES, ARTWORK_PAGES, type ArtworkBox } from '#app/drawing/own-artwork/artwork.ts';
import { areaOf } from '#app/drawing/own-artwork/parts.server.ts';
import { certificatePdf } from '#app/drawing/pdf.server.ts';
import { certificatePng } from '#app/drawing/png.server.ts';
import { box, compulsory, withBoxes } from '#tests/golden/own-artwork-samples.ts';

const isHere = (tool: string) => spawnSync(tool, ['-v']).error === undefined;
if (!isHere('pdftoppm')) process.stdout.write('skipped: pdftoppm is not installed\n');

const folder = mkdtempSync(join(tmpdir(), 'certrace-own-artwork-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Pixels per pixel of the page, for places between these. */
const FINER = 4;
const DARK = 128;
/** 0.2 mm at 600 dpi. */
const TOLERANCE = (0.2 / 25.4) * 150 * FINER;

/** The PDF drawn by Poppler, as large as a PNG of this width. */
function drawnByPoppler(drawing: CertificateDrawing, width: number, height: number) {
  const path = join(folder, 'file.pdf');
  writeFileSync(path, certificatePdf(drawing));
  const size = ['-scale-to-x', String(width), '-scale-to-y', String(height)];
  expect(spawnSync('pdftoppm', ['-png', '-singlefile', ...size, path, join(folder, 'page')]).status).toBe(0);
  return readFileSync(join(folder, 'page.png'));
}

/** The edges of the dark pixels within a box, with some room around it. */
async function edgesIn(png: Uint8Array, place: ArtworkBox, scale: number) {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const area = areaOf(place);
  const room = 3;
  const found = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const within = (value: number, most: number) => Math.min(Math.max(Math.round(value * scale), 0), most);
  for (
    let y = within(area.top - room, info.height);
    y < within(area.top + area.height + room, info.height);
    y++
  ) {
    for (
      let x = within(area.left - room, info.width);
      x < within(area.left + area.width + room, info.width);
      x++
    ) {
      if ((data[y * info.width + x] as number) >= DARK) continue;
      found.left = Math.min(found.left, x);
      found.top = Math.min(found.top, y);
      found.right = Math.max(found.right, x + 1);
      found.bottom = Math.max(found.bottom, y + 1);
    }
  }
  return Object.values(found).map((edge) => edge / scale);
}

const boxes: ArtworkBox[] = [
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
];

describe.skipIf(!isHere('pdftoppm'))('the PDF of own artwork', () => {
  it.each(ARTWORK_PAGE_NAMES)('has every box within 0.2 mm of the PNG on %s', async (page) => {
    const drawing = withBoxes(boxes, page);
    const { width, height } = ARTWORK_PAGES[page];
    const pdf = drawnByPoppler(drawing, width * FINER, height * FINER);
    const png = certificatePng(drawing);
    for (const place of boxes) {
      const [inPng, inPdf] = [await edgesIn(png, place, 1), await edgesIn(pdf, place, FINER)];
      for (const [index, edge] of inPng.entries()) {
        // The edges in the PNG are rounded to pixels.
        expect(Math.abs(edge - (inPdf[index] as number))).toBeLessThan(TOLERANCE / FINER + 0.5);
      }
    }
  });
});
