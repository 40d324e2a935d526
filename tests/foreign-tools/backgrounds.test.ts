/** Poppler and qpdf read certificates with the page of a PDF as their background. */
import '#tests/golden/without-system-fonts.ts';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authenticate, carryInPdf, onlyShown } from '@certrace/verify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { readBackground, sniffBackground } from '#app/files/images/background/read-background.server.ts';
import { artworkDesign, box, compulsory } from '#tests/golden/own-artwork-samples.ts';
import { drawingWith } from '#tests/golden/samples.ts';
import { carriedFiles, trustIn } from '#tests/support/carried-files.ts';
import { BACKGROUNDS, diploma, SECRET } from '#tests/support/diplomas.ts';
import { signedBy, signerFrom } from '#tests/support/signed-pdfs.ts';

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

async function onBackground(
  page: ArtworkPage,
  file: Buffer,
  shown: Partial<CertificateDrawing> = {},
  isVector = true,
) {
  const type = sniffBackground(file.subarray(0, 1_024));
  if (type === null) throw new Error('the file is no background');
  const read = await readBackground({ account: 'test' } as never, file, type, shapes);
  expect([read.page, read.isVector]).toEqual([page, isVector]);
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
});

type Files = Awaited<ReturnType<typeof carriedFiles>>;

/** The certificate's file on a background, signed, and before that. */
async function signedOn(files: Files, page: ArtworkPage, file: Buffer, isVector: boolean) {
  const { pdf, drawing } = await onBackground(page, file, files.drawing, isVector);
  const shows = onlyShown({ ...drawing, uniqueId: groupedId(drawing.uniqueId) });
  const carried = { ...files.carried, shows };
  const signed = Buffer.from(carryInPdf(pdf, carried, files.signer, TIME, signerFrom('rsa')));
  return { carried, shownPdf: pdf, signed };
}

/** A byte within a stream of a PDF that is another one. */
function withOtherByte(pdf: Buffer, dictionary: string): Buffer {
  const at = pdf.indexOf('stream\n', pdf.indexOf(dictionary)) + 'stream\n'.length + 20;
  const copy = Buffer.from(pdf);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** A PDF with another object in an incremental update. */
function updated(pdf: Buffer): Buffer {
  const before = pdf.lastIndexOf('startxref');
  const [, start] = /startxref\s+(\d+)/.exec(pdf.toString('latin1', before)) ?? [];
  const [, size, root] =
    /\/Size (\d+)[\s\S]*?\/Root (\d+ 0 R)/.exec(pdf.toString('latin1', Number(start))) ?? [];
  const object = `\n${size} 0 obj\n<</Added true>>\nendobj\n`;
  const table = `xref\n${size} 1\n${String(pdf.length + 1).padStart(10, '0')} 00000 n \n`;
  const trailer = `trailer\n<</Size ${Number(size) + 1} /Root ${root} /Prev ${start}>>\nstartxref\n${pdf.length + object.length}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(object + table + trailer, 'latin1')]);
}

const verdictOf = async (file: Uint8Array, vkey: string) => (await authenticate(file, trustIn(vkey))).verdict;

describe.skipIf(!isHere('pdfsig') || !isHere('qpdf') || !isHere('pdftotext'))('a signed certificate', () => {
  let files: Files;
  /** The certificate on another background. */
  let plainPdf: Buffer;
  beforeAll(async () => {
    files = await carriedFiles();
    plainPdf = (await onBackground('a4', diploma({ words: [] }), files.drawing)).pdf;
  });

  it('has 30 kinds of backgrounds', () => expect(BACKGROUNDS.length).toBeGreaterThanOrEqual(30));

  it.each(BACKGROUNDS)(
    'is whole on %s, and altered nowhere without being noticed',
    async (_, page, file, isVector = true) => {
      const { carried, shownPdf, signed } = await signedOn(files, page, await file, isVector);
      const check = run('qpdf', signed, '--check');
      expect([check.status, check.stderr]).toEqual([0, '']);
      const signature = run('pdfsig', signed).stdout;
      expect(signature).toContain('Signature is Valid.');
      expect(signature).toContain('Total document signed');
      const text = run('pdftotext', signed).stdout;
      expect(text).toContain('Grace Hopper');
      for (const word of [SECRET, 'AAA']) expect(text).not.toContain(word);
      expect(await verdictOf(signed, files.log.vkey)).toBe('genuine');

      const inBackground = withOtherByte(signed, '/Subtype /Form');
      const inBoxes = withOtherByte(signed, '/Contents');
      for (const altered of [inBackground, inBoxes]) {
        expect(altered.equals(signed)).toBe(false);
        expect(run('pdfsig', altered).stdout).not.toContain('Signature is Valid.');
      }
      const continued = updated(signed);
      expect(run('pdfsig', continued).stdout).toContain('Not total document signed');
      // Whoever signs a file again makes a valid signature, but not the one that the issuer names.
      const other = signedBy(
        signed,
        { ...files, shownPdf: new Uint8Array(plainPdf), carried },
        TIME,
        signerFrom('ec'),
      );
      const replaced = Buffer.concat([plainPdf, signed.subarray(shownPdf.length)]);
      for (const altered of [inBackground, inBoxes, continued, other, replaced]) {
        expect(await verdictOf(altered, files.log.vkey)).toBe('altered');
      }
    },
  );
});
