import { PDFDocument } from '@napi-rs/canvas';
import type { Page, Pen } from '#app/drawing/drawing.ts';

/** A PDF with one page. @param draw with pixels of the page as units */
export function onePagePdf(page: Page, draw: (pen: Pen) => void): Uint8Array<ArrayBuffer> {
  const document = new PDFDocument({ creator: 'Certrace' });
  // The library declares the page's context as a browser's, which only draws browser images.
  const pen = document.beginPage(page.pdfWidth, page.pdfHeight) as unknown as Pen;
  pen.scale(page.pdfWidth / page.width, page.pdfHeight / page.height);
  draw(pen);
  document.endPage();
  return new Uint8Array(document.close());
}
