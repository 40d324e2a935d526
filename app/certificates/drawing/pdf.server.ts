import { PDFDocument } from '@napi-rs/canvas';
import { artworkOf, drawArtwork } from './artwork.server.ts';
import type { Pictures } from './designs/compose.server.ts';
import type { CertificateDrawing } from './drawing.ts';
import type { Pen } from './pen.ts';
import { groupedId, metadataText } from './text.ts';

/**
 * A certificate as PDF: vector, with embedded font subsets. What shaped text extracts to depends on its script, so the
 * exact names are in the document's information as well. It does not claim PDF/A: part 2 allows no attachments of the kind
 * that it gets, and part 3 asks for more than the drawing library writes.
 */
export function certificatePdf(drawing: CertificateDrawing, pictures: Pictures = {}): Uint8Array {
  const artwork = artworkOf(drawing, pictures);
  const { page, qr } = artwork;
  const student = metadataText(drawing.studentName);
  const course = metadataText(drawing.courseName);
  const issuer = metadataText(drawing.issuerName);
  const document = new PDFDocument({
    title: `Certificate of Completion: ${student}`,
    author: issuer,
    subject: course,
    keywords: [student, course, issuer, groupedId(metadataText(drawing.uniqueId))].join('; '),
    creator: 'Certrace',
    // Takes a third of the default's time for a few more kilobytes.
    compressionLevel: 1,
  });
  const context = document.beginPage(page.pdfWidth, page.pdfHeight);
  context.scale(page.pdfWidth / page.width, page.pdfHeight / page.height);
  // The library types the page's context as a browser's, which draws the browser's images.
  drawArtwork(context as unknown as Pen, artwork);
  context.annotateLinkUrl(qr.left, qr.top, qr.left + qr.size, qr.top + qr.size, drawing.verifyUrl);
  document.endPage();
  return document.close();
}
