/** Poppler draws the PDF of own artwork where its PNG has it. */
import '#tests/golden/without-system-fonts.ts';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { CertificateDrawing } from '#app/drawing/drawing.ts';
import { ARTWORK_PAGE_NAMES, ARTWORK_PAGES, pixelsOfMicrons } from '#app/drawing/own-artwork/artwork.ts';
import { certificatePdf } from '#app/drawing/pdf.server.ts';
import { certificatePng } from '#app/drawing/png.server.ts';
import { edgesIn, placedBoxes, withBoxes } from '#tests/golden/own-artwork-samples.ts';

const isHere = (tool: string) => spawnSync(tool, ['-v']).error === undefined;
if (!isHere('pdftoppm')) process.stdout.write('skipped: pdftoppm is not installed\n');

const folder = mkdtempSync(join(tmpdir(), 'certrace-own-artwork-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Poppler draws as many times finer, so that the mean of its pixels has edges between pixels as the PNG has them. */
const FINER = 4;
const TOLERANCE = pixelsOfMicrons(200);

/** The PDF drawn by Poppler in the pixels of the PNG. */
function drawnByPoppler(drawing: CertificateDrawing, width: number, height: number) {
  const path = join(folder, 'file.pdf');
  writeFileSync(path, certificatePdf(drawing));
  const size = ['-scale-to-x', String(width * FINER), '-scale-to-y', String(height * FINER)];
  expect(spawnSync('pdftoppm', ['-png', '-singlefile', ...size, path, join(folder, 'page')]).status).toBe(0);
  return sharp(join(folder, 'page.png')).resize(width, height, { kernel: 'linear' }).png().toBuffer();
}

describe.skipIf(!isHere('pdftoppm'))('the PDF of own artwork', () => {
  it.each(ARTWORK_PAGE_NAMES)('has every box within 0.2 mm of the PNG on %s', async (page) => {
    const drawing = withBoxes(placedBoxes, page);
    const { width, height } = ARTWORK_PAGES[page];
    const pdf = await drawnByPoppler(drawing, width, height);
    const png = certificatePng(drawing);
    for (const place of placedBoxes) {
      const [inPng, inPdf] = [await edgesIn(png, place, width), await edgesIn(pdf, place, width)];
      for (const [index, edge] of inPng.entries()) {
        expect(Math.abs(edge - (inPdf[index] ?? 0)), place.text).toBeLessThan(TOLERANCE);
      }
    }
  });
});
