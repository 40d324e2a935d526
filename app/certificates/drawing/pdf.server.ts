import { PDFDocument } from '@napi-rs/canvas';
import { drawCertificate } from './draw-certificate.server.ts';
import type { CertificateDrawing } from './drawing.ts';
import { layoutOf, PAGE_HEIGHT, PAGE_WIDTH, PDF_HEIGHT, PDF_WIDTH } from './layout.ts';
import { groupedId, metadataText } from './text.ts';

/**
 * A certificate as PDF: vector, with embedded font subsets. What shaped text extracts to depends on its script, so the
 * exact names are in the document's information as well. It does not claim PDF/A: part 2 allows no attachments of the kind
 * that it gets, and part 3 asks for more than the drawing library writes.
 */
export function certificatePdf(drawing: CertificateDrawing): Uint8Array {
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
  const pen = document.beginPage(PDF_WIDTH, PDF_HEIGHT);
  const [across, down] = [PDF_WIDTH / PAGE_WIDTH, PDF_HEIGHT / PAGE_HEIGHT];
  pen.scale(across, down);
  drawCertificate(pen, drawing);
  const { left, top, size } = layoutOf(drawing.layoutVersion).qr;
  pen.annotateLinkUrl(left, top, left + size, top + size, drawing.verifyUrl);
  document.endPage();
  return document.close();
}
