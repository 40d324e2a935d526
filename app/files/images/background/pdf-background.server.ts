import sharp from 'sharp';
import { BadImage } from '#app/files/images/strip/limits.ts';
import type { PageShape } from './fit-page.ts';
import { cleanContents, fitOf, formOf, silenceFonts, writePlaced } from './normalise-pdf.ts';
import { NotPlaceable, readPdf } from './pdf-file.ts';
import type { PdfDocument, Pdfium, Pixels } from './pdfium.server.ts';
import { DENSITY, type Placed, placePixels } from './picture-background.server.ts';
import { requirePlainPdf } from './refuse-pdf.ts';
import { type Word, wordsOf } from './words.ts';

export type PdfBackground = Placed & { words: Word[]; isVector: boolean };

/** Every certificate has the background in it, and the verifier reads files of at most 10 MB. */
const MAX_PDF_BYTES = 7 * 1_048_576;

export const pngOf = ({ width, height, data }: Pixels) =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer();

/** Uses a file of PDFium, and closes it. */
function withFile<Result>(pdfium: Pdfium, bytes: Buffer, use: (document: PdfDocument) => Result): Result {
  const document = pdfium.open(bytes);
  try {
    return use(document);
  } finally {
    pdfium.close(document);
  }
}

/** Draws a file that was placed, as its page. */
export const drawPlaced = (pdfium: Pdfium, pdf: Buffer, { width, height }: PageShape, density = 1) =>
  withFile(pdfium, pdf, (document) => pdfium.render(document, width * density, height * density));

const isSilent = (pdfium: Pdfium, pdf: Buffer) =>
  withFile(pdfium, pdf, (document) => pdfium.characters(document)).every(({ text }) => /^\s*$/.test(text));

/** The only page of a PDF, in a file of its own. */
function firstPage(pdfium: Pdfium, bytes: Buffer): Buffer {
  return withFile(pdfium, bytes, (document) => {
    if (pdfium.isEncrypted(document)) throw new BadImage('encrypted');
    const pages = pdfium.pageCount(document);
    if (pages !== 1) throw new BadImage('pages', pages === 0 ? 'broken' : `pages ${pages}`);
    requirePlainPdf(readPdf(pdfium.save(document)));
    const page = pdfium.firstPage(document);
    const file = pdfium.save(page);
    pdfium.close(page);
    return file;
  });
}

/**
 * Reads a PDF of one page. Its page becomes a form XObject whose text no program reads; one that cannot be read so is drawn as pixels.
 * @throws BadImage
 */
export async function readPdfPage(
  pdfium: Pdfium,
  bytes: Buffer,
  pages: readonly PageShape[],
): Promise<PdfBackground> {
  const file = readPdf(firstPage(pdfium, bytes));
  const fit = fitOf(file, pages);
  const { page } = fit;
  const form = formOf(file, fit);
  const asItIs = writePlaced(file, form, page);
  try {
    cleanContents(file, form);
    const words = withFile(pdfium, writePlaced(file, form, page), (document) =>
      wordsOf(pdfium.characters(document), page),
    );
    silenceFonts(file, form);
    const pdf = writePlaced(file, form, page);
    const pixels = drawPlaced(pdfium, pdf, page);
    const isSame = pixels.data.equals(drawPlaced(pdfium, asItIs, page).data);
    if (isSame && isSilent(pdfium, pdf) && pdf.length <= MAX_PDF_BYTES) {
      return { page, pdf, png: await pngOf(pixels), words, isVector: true };
    }
  } catch (error) {
    if (!(error instanceof NotPlaceable)) throw error;
  }
  const placed = await placePixels(drawPlaced(pdfium, asItIs, page, DENSITY), page, false);
  return { ...placed, words: [], isVector: false };
}
