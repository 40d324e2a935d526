import { PDFDocument } from '@napi-rs/canvas';
import type { Pictures } from '#app/drawing/designs/decode.server.ts';
import { t } from '#messages';
import { artworkOf, drawArtwork } from './artwork.server.ts';
import type { CertificateDrawing } from './drawing.ts';
import type { Pen } from './page.ts';
import { groupedId, metadataText } from './text.ts';

/**
 * Draws a certificate as a vector PDF with embedded font subsets. Text extraction depends on the script, so the document
 * information has the exact names as well. It is not PDF/A: part 2 allows no attachments of this kind, and part 3 requires more
 * than the drawing library writes.
 */
export function certificatePdf(drawing: CertificateDrawing, pictures: Pictures = {}): Uint8Array {
  const artwork = artworkOf(drawing, pictures);
  const { page, qr } = artwork;
  const student = metadataText(drawing.studentName);
  const course = metadataText(drawing.courseName);
  const issuer = metadataText(drawing.issuerName);
  const document = new PDFDocument({
    title: t('drawing.certificateOfStudent', { student }),
    author: issuer,
    subject: course,
    keywords: [student, course, issuer, groupedId(metadataText(drawing.uniqueId))].join('; '),
    creator: 'Certrace',
    // A third of the default's time for a few more kilobytes.
    compressionLevel: 1,
  });
  const context = document.beginPage(page.pdfWidth, page.pdfHeight);
  context.scale(page.pdfWidth / page.width, page.pdfHeight / page.height);
  // The library declares the page's context as a browser's, which only draws browser images.
  drawArtwork(context as unknown as Pen, artwork);
  context.annotateLinkUrl(qr.left, qr.top, qr.left + qr.size, qr.top + qr.size, drawing.verifyUrl);
  document.endPage();
  return document.close();
}
