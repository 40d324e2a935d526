import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Canvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import { expect } from 'vitest';

/** Golden pictures are kept at half the size of the page: enough to see a wrong letter, small enough to commit. */
const WIDTH = 877;
const HEIGHT = 620;
const UPDATE = process.env.UPDATE_GOLDENS === '1';
/** Antialiasing may differ a little between processors. */
const PIXELS_THAT_MAY_DIFFER = 120;

const goldenPath = (name: string) => fileURLToPath(new URL(`./images/${name}.png`, import.meta.url));

const half = (picture: Uint8Array) =>
  sharp(picture).resize(WIDTH, HEIGHT, { kernel: 'cubic' }).flatten({ background: '#ffffff' });

const pixelsOf = (picture: Uint8Array) =>
  sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

/** Compares a picture with the committed one of that size; UPDATE_GOLDENS=1 replaces that. */
export async function expectGoldenAsItIs(name: string, picture: Uint8Array) {
  const path = goldenPath(name);
  if (UPDATE) {
    mkdirSync(new URL('./images/', import.meta.url), { recursive: true });
    writeFileSync(
      path,
      await sharp(picture).png({ compressionLevel: 9, effort: 10, palette: true }).toBuffer(),
    );
    return;
  }
  expect(existsSync(path), `no golden picture ${name}: make it with UPDATE_GOLDENS=1 and look at it`).toBe(
    true,
  );
  const [expected, actual] = await Promise.all([pixelsOf(readFileSync(path)), pixelsOf(picture)]);
  const { width, height } = actual.info;
  expect([expected.info.width, expected.info.height]).toEqual([width, height]);
  const differing = pixelmatch(expected.data, actual.data, undefined, width, height, { threshold: 0.15 });
  expect(differing, `pixels of ${name} that differ`).toBeLessThanOrEqual(PIXELS_THAT_MAY_DIFFER);
}

/** Compares a picture of a certificate with the committed one of half its size. */
export const expectGolden = async (name: string, picture: Uint8Array) =>
  expectGoldenAsItIs(name, await half(picture).png().toBuffer());

/** How a reader opens a PDF; the bytes are copied, because pdf.js takes them over. */
export const openPdf = (bytes: Uint8Array) =>
  getDocument({ data: Uint8Array.from(bytes), verbosity: 0, disableFontFace: true }).promise;

/** The first page of a PDF as a PNG of the certificate's size. */
export async function picturePdf(bytes: Uint8Array): Promise<Uint8Array> {
  const document = await openPdf(bytes);
  const page = await document.getPage(1);
  // The page's longer side has 1754 pixels.
  const viewport = page.getViewport({ scale: 1754 / 842 });
  const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)];
  // From the reader's own factory: it draws on canvases of its own copy of the library only.
  const factory = document.canvasFactory as { create(width: number, height: number): { canvas: Canvas } };
  const { canvas } = factory.create(width, height);
  await page.render({ canvas: canvas as never, viewport }).promise;
  const picture = canvas.encodeSync('png');
  await document.destroy();
  return picture;
}

/** The text of a PDF's first page, as copying it gives. */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const document = await openPdf(bytes);
  const content = await (await document.getPage(1)).getTextContent();
  await document.destroy();
  return content.items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
}
