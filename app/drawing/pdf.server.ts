import type { Pictures } from '#app/drawing/designs/decode.server.ts';
import { ENGLISH } from '#app/messages/reader-language.server.ts';
import { t } from '#messages';
import { artworkOf, drawArtwork } from './artwork.server.ts';
import type { DesignImages } from './design.ts';
import type { CertificateDrawing, Pen } from './drawing.ts';
import { addBackground, backgroundPdf } from './own-artwork/background.server.ts';
import type { PdfObjects } from './tagging/pdf-objects.server.ts';
import { drawTaggedPdf } from './tagging/tagged-pdf.server.ts';
import { groupedId } from './text.ts';

/** The title of a certificate's file: the design's own title, with the student's name. */
function titleOf({ design, studentName: student }: CertificateDrawing): string {
  const title = design?.texts.title.trim();
  if (!title) return t('drawing.certificateOfStudent', { student });
  return t('page.labelValue', { label: title, value: student });
}

/** Of photographs, whose pixels would take ten times as many bytes. */
const JPEG_QUALITY = 90;

/**
 * Draws a certificate as a tagged vector PDF with embedded font subsets.
 * @param images those of the design, of which the background is one
 */
export function certificatePdf(
  drawing: CertificateDrawing,
  pictures: Pictures = {},
  images: DesignImages = {},
): Uint8Array {
  const artwork = artworkOf(drawing, pictures);
  const { page, qr } = artwork;
  const { studentName, courseName, issuerName, uniqueId, design, photo, photos } = drawing;
  const background = backgroundPdf(design, images);
  const information = {
    language: design?.language ?? ENGLISH,
    title: titleOf(drawing),
    author: issuerName,
    subject: courseName,
    keywords: [studentName, courseName, issuerName, groupedId(uniqueId)].join('; '),
    ...((photo ?? photos) !== undefined && { jpegQuality: JPEG_QUALITY }),
  };
  return drawTaggedPdf(information, (document) => {
    // The library rounds the sizes of pages. A page that is too large is cut to its own size, from its lower left corner.
    const whole = Math.ceil(page.pdfHeight);
    const context = document.beginPage(Math.ceil(page.pdfWidth), whole);
    const [across, down] = [page.pdfWidth / page.width, page.pdfHeight / page.height];
    context.translate(0, whole - page.pdfHeight);
    context.scale(across, down);
    // The library declares the page's context as a browser's, which only draws browser images.
    drawArtwork(context as unknown as Pen, artwork);
    if (qr) context.annotateLinkUrl(qr.left, qr.top, qr.left + qr.size, qr.top + qr.size, drawing.verifyUrl);
    document.endPage();
    const points = {
      x: (left: number) => left * across,
      y: (top: number) => page.pdfHeight - top * down,
      scale: across,
    };
    const below = background && { addBackground: (pdf: PdfObjects) => addBackground(pdf, background) };
    const size = { width: page.pdfWidth, height: page.pdfHeight };
    return [{ points, size, elements: artwork.elements(), ...below }];
  });
}
