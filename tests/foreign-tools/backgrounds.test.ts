/** Poppler and qpdf read certificates with the page of a PDF as their background. */
import '#tests/golden/without-system-fonts.ts';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authenticate, carryInPdf, onlyShown } from '@certrace/verify';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { Design, DesignImages } from '#app/drawing/design.ts';
import { decodeImages } from '#app/drawing/designs/decode.server.ts';
import type { CertificateDrawing } from '#app/drawing/drawing.ts';
import {
  ARTWORK_PAGE_NAMES,
  ARTWORK_PAGES,
  type ArtworkPage,
  micronsOf,
} from '#app/drawing/own-artwork/artwork.ts';
import { backgroundImages, imagesToDecode } from '#app/drawing/own-artwork/background.server.ts';
import { areaOf } from '#app/drawing/own-artwork/parts.server.ts';
import { certificatePdf } from '#app/drawing/pdf.server.ts';
import { certificatePng } from '#app/drawing/png.server.ts';
import { groupedId } from '#app/drawing/text.ts';
import { backgroundId } from '#app/files/images/background/background-id.server.ts';
import { readBackground } from '#app/files/images/background/read-background.server.ts';
import { artworkDesign, box, compulsory } from '#tests/golden/own-artwork-samples.ts';
import { drawingWith } from '#tests/golden/samples.ts';
import { carriedFiles, trustIn } from '#tests/support/carried-files.ts';
import { diploma } from '#tests/support/diplomas.ts';
import { signerFrom } from '#tests/support/signed-pdfs.ts';

const isHere = (tool: string) => spawnSync(tool, ['-v']).error === undefined;
for (const tool of ['pdftoppm', 'pdftotext', 'qpdf', 'pdfsig']) {
  if (!isHere(tool)) process.stdout.write(`skipped: ${tool} is not installed\n`);
}

const folder = mkdtempSync(join(tmpdir(), 'certrace-backgrounds-'));
afterAll(() => rmSync(folder, { recursive: true }));

const shapes = ARTWORK_PAGE_NAMES.map((name) => {
  const { width: wide, height: high } = micronsOf(name);
  return { name, wide, high, ...ARTWORK_PAGES[name] };
});
const TIME = '2026-01-31T12:00:00Z';
const boxes = [
  ...compulsory,
  box('text', [40_000, 120_000, 120_000, 14_000], { text: 'Grace Hopper', size: 28 }),
];

async function onBackground(page: ArtworkPage, file: Buffer, shown: Partial<CertificateDrawing> = {}) {
  const read = await readBackground({ account: 'test' } as never, file, 'pdf', shapes);
  expect([read.page, read.isVector]).toEqual([page, true]);
  const id = backgroundId(page, read);
  const design: Design = artworkDesign(boxes, page);
  design.artwork = { page, background: id, boxes };
  const images: DesignImages = backgroundImages(id, read);
  const drawing = drawingWith({ ...shown, layoutVersion: 3, design });
  const pdf = certificatePdf(drawing, await decodeImages(imagesToDecode(images, 'pdf')), images);
  const png = certificatePng(drawing, await decodeImages(imagesToDecode(images, 'png')));
  return { pdf: Buffer.from(pdf), png, drawing, read };
}

function run(tool: string, bytes: Uint8Array, ...options: string[]) {
  const path = join(folder, 'file.pdf');
  writeFileSync(path, bytes);
  const target = tool === 'pdftotext' ? ['-'] : [];
  return spawnSync(tool, [...options, path, ...target], { encoding: 'utf8' });
}

async function drawn(bytes: Uint8Array, width: number, height: number) {
  const path = join(folder, 'drawn.pdf');
  writeFileSync(path, bytes);
  const size = ['-scale-to-x', String(width), '-scale-to-y', String(height)];
  spawnSync('pdftoppm', ['-png', '-singlefile', ...size, path, join(folder, 'page')]);
  return sharp(readFileSync(join(folder, 'page.png')))
    .greyscale()
    .raw()
    .toBuffer();
}

/** The share of pixels outside of the boxes that differ. */
function differing(one: Buffer, other: Buffer, width: number) {
  const inBox = (x: number, y: number) =>
    boxes.some((own) => {
      const { left, top, width: wide, height } = areaOf(own);
      return x >= left - 3 && x < left + wide + 3 && y >= top - 3 && y < top + height + 3;
    });
  let differ = 0;
  for (const [at, value] of one.entries()) {
    if (Math.abs(value - (other[at] ?? 0)) > 48 && !inBox(at % width, Math.floor(at / width))) differ += 1;
  }
  return differ / one.length;
}

describe.skipIf(!isHere('pdftoppm'))('a certificate on the page of a PDF', () => {
  it.each(ARTWORK_PAGE_NAMES)('differs from the page nowhere but in its boxes (%s)', async (page) => {
    const { width, height, pdfWidth, pdfHeight } = ARTWORK_PAGES[page];
    const file = diploma({ width: pdfWidth, height: pdfHeight });
    const { pdf, png } = await onBackground(page, file);
    const original = await drawn(file, width, height);
    expect(differing(original, await drawn(pdf, width, height), width)).toBeLessThan(0.0001);
    const pixels = await sharp(png).greyscale().raw().toBuffer();
    expect(differing(original, pixels, width)).toBeLessThan(0.004);
  });

  it('has no text but its own, and no fault', async () => {
    const { pdf } = await onBackground('a4', diploma());
    const text = run('pdftotext', pdf).stdout;
    expect(text).toContain('Grace Hopper');
    for (const word of ['DIPLOMA', 'Ada', 'Lovelace', 'office', '2026']) expect(text).not.toContain(word);
    const check = run('qpdf', pdf, '--check');
    expect([check.status, check.stdout]).toEqual([
      0,
      expect.stringContaining('No syntax or stream encoding errors'),
    ]);
    expect(run('pdffonts', pdf).stdout).toContain('EBGaramond');
  });

  it('is signed, and altered nowhere without being noticed', async () => {
    const files = await carriedFiles();
    const { pdf, drawing } = await onBackground('a4', diploma(), files.drawing);
    const carried = {
      ...files.carried,
      shows: onlyShown({ ...drawing, uniqueId: groupedId(drawing.uniqueId) }),
    };
    const signed = Buffer.from(carryInPdf(pdf, carried, files.signer, TIME, signerFrom('rsa')));
    expect(run('pdfsig', signed).stdout).toContain('Signature is Valid.');
    expect(run('qpdf', signed, '--check').status).toBe(0);
    const verdict = async (file: Uint8Array) => (await authenticate(file, trustIn(files.log.vkey))).verdict;
    expect(await verdict(signed)).toBe('genuine');
    for (const text of ['/Subtype /Form', '/Background Do', '/ToUnicode', '/FontFile2']) {
      const altered = Buffer.from(signed);
      const at = altered.indexOf(text);
      if (at === -1) continue;
      altered[at + 1] = (altered[at + 1] ?? 0) ^ 1;
      expect([text, await verdict(altered)]).toEqual([text, 'altered']);
    }
  });
});
