import type { Canvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';

/** Opens a PDF with pdf.js. Copies the bytes, because pdf.js transfers them. */
export const openPdf = (bytes: Uint8Array) =>
  getDocument({ data: Uint8Array.from(bytes), verbosity: 0, disableFontFace: true }).promise;

/** Renders the first page of a PDF as a PNG. @param size in pixels, if not that of A4 */
export async function picturePdf(bytes: Uint8Array, size?: [number, number]): Promise<Uint8Array> {
  const document = await openPdf(bytes);
  const page = await document.getPage(1);
  const viewport = page.getViewport({ scale: 1754 / 842 });
  const [width, height] = size ?? (viewport.width > viewport.height ? [1754, 1240] : [1240, 1754]);
  // pdf.js draws only on canvases of its own copy of the library, which its factory creates.
  const factory = document.canvasFactory as { create(width: number, height: number): { canvas: Canvas } };
  const { canvas } = factory.create(width, height);
  await page.render({ canvas: canvas as never, viewport }).promise;
  // Without compression, because the canvas's own encoder costs more than drawing the page.
  const raw = { width, height, channels: 4 } as const;
  const picture = await sharp(canvas.data(), { raw }).png({ compressionLevel: 0 }).toBuffer();
  await document.destroy();
  return picture;
}

/** The text of a PDF's page, as it would be copied. */
export async function textOfPdf(bytes: Uint8Array, page = 1): Promise<string> {
  const document = await openPdf(bytes);
  const content = await (await document.getPage(page)).getTextContent();
  await document.destroy();
  return content.items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
}
