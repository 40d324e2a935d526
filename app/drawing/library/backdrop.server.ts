import { createCanvas } from '@napi-rs/canvas';
import type { Pen } from '#app/drawing/drawing.ts';
import { ARTWORK_PAGES, type ArtworkPage, micronsOf } from '#app/drawing/own-artwork/artwork.ts';
import { onePagePdf } from '#app/drawing/own-artwork/one-page-pdf.server.ts';
import { LIBRARY, type LibraryId } from './library.ts';
import type { Sheet } from './starting-design.ts';

/** The size of a page in millimetres. */
export function sheetOf(page: ArtworkPage): Sheet {
  const { width, height } = micronsOf(page);
  return { width: width / 1_000, height: height / 1_000 };
}

/** The background of a design of the library, as a PDF with one page or as a PNG at 150 dpi. */
export function libraryBackground(
  id: LibraryId,
  name: ArtworkPage,
  format: 'pdf' | 'png',
): Uint8Array<ArrayBuffer> {
  const page = ARTWORK_PAGES[name];
  const sheet = sheetOf(name);
  const draw = (pen: Pen) => {
    pen.scale(page.width / sheet.width, page.height / sheet.height);
    LIBRARY[id].draw(pen, sheet);
  };
  if (format === 'pdf') return onePagePdf(page, draw);
  const canvas = createCanvas(page.width, page.height);
  draw(canvas.getContext('2d'));
  const png = new Uint8Array(canvas.toBuffer('image/png'));
  // Frees the pixels at once.
  canvas.width = 1;
  canvas.height = 1;
  return png;
}
