import sharp from 'sharp';
import { BadImage, MAX_PIXELS } from '#app/files/images/strip/limits.ts';
import type { Fit, PageShape } from './fit-page.ts';
import { cleanContents, fitOf, formOf, silenceFonts, writePlaced } from './normalise-pdf.ts';
import { dictionaryAt, NotPlaceable, type PdfFile, readPdf, resolve } from './pdf-file.ts';
import { isDictionary, nameOf, Reference, type Value } from './pdf-values.ts';
import type { PdfDocument, Pdfium, Pixels } from './pdfium.server.ts';
import { DENSITY, type Placed, placePixels } from './picture-background.server.ts';
import { type Word, wordsOf } from './words.ts';

/** What a dictionary is refused for, by the keys that it has. */
const KEYS: Record<string, string> = {
  JS: 'javascript',
  JavaScript: 'javascript',
  EmbeddedFiles: 'embedded files',
  EF: 'embedded files',
  AcroForm: 'form',
  XFA: 'form',
  OCProperties: 'layers',
  OCGs: 'layers',
  OC: 'layers',
};
const KINDS: Record<string, string> = {
  JavaScript: 'javascript',
  Rendition: 'javascript',
  Launch: 'javascript',
  RichMedia: 'embedded files',
  OCG: 'layers',
  OCMD: 'layers',
};

const isEmpty = (file: PdfFile, value: Value | undefined) => {
  const found = resolve(file, value);
  if (Array.isArray(found)) return found.length === 0;
  return found === null || found === undefined || (isDictionary(found) && found.size === 0);
};

function reasonOf(file: PdfFile, value: Value): string | null {
  if (value instanceof Reference) return null;
  const inside = Array.isArray(value) ? value : isDictionary(value) ? value.values() : [];
  if (isDictionary(value)) {
    for (const key of value.keys()) {
      const reason = KEYS[key];
      if (reason !== undefined && !isEmpty(file, value.get(key))) return reason;
    }
    for (const key of ['S', 'Type', 'Subtype']) {
      const reason = KINDS[nameOf(resolve(file, value.get(key))) ?? ''];
      if (reason !== undefined) return reason;
    }
    if (!isEmpty(file, value.get('Annots'))) return 'annotations';
    const [width, height] = [resolve(file, value.get('Width')), resolve(file, value.get('Height'))];
    if (Number(width) * Number(height) > MAX_PIXELS) return 'size';
  }
  for (const item of inside) {
    const reason = reasonOf(file, item);
    if (reason !== null) return reason;
  }
  return null;
}

/** The reasons in the order in which they are told. */
const ORDER = ['javascript', 'embedded files', 'form', 'layers', 'annotations', 'size'];

/** Refuses a document for anything but what a page draws. @throws BadImage */
export function requirePlainPdf(file: PdfFile) {
  const reasons = new Set<string>();
  for (const value of [...file.values.values(), file.trailer]) {
    const reason = reasonOf(file, value);
    if (reason !== null) reasons.add(reason);
  }
  const first = ORDER.find((reason) => reasons.has(reason));
  if (first !== undefined) throw new BadImage(first);
  if (dictionaryAt(file, file.trailer.get('Encrypt')).size > 0) throw new BadImage('encrypted');
}

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
export const drawPlaced = (pdfium: Pdfium, pdf: Buffer, { width, height }: PageShape) =>
  withFile(pdfium, pdf, (document) => pdfium.render(document, width, height));

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

/** Draws the page of a PDF as it is, in the pixels of its background. */
function drawOriginal(pdfium: Pdfium, bytes: Buffer, { page, box, size }: Fit): Pixels {
  const [width, height] = [page.width * DENSITY, page.height * DENSITY];
  const scaled = {
    width: (size.width * width) / page.pdfWidth,
    height: (size.height * height) / page.pdfHeight,
  };
  return withFile(pdfium, bytes, (document) => {
    pdfium.crop(document, box);
    return pdfium.render(document, width, height, scaled);
  });
}

/** Places a page as a drawing. @throws NotPlaceable; BadImage */
async function placeDrawing(pdfium: Pdfium, file: PdfFile, fit: Fit): Promise<PdfBackground> {
  const { page } = fit;
  const form = formOf(file, fit);
  const asItIs = writePlaced(file, form, page);
  cleanContents(file, form);
  const words = withFile(pdfium, writePlaced(file, form, page), (document) =>
    wordsOf(pdfium.characters(document), page),
  );
  silenceFonts(file, form);
  const pdf = writePlaced(file, form, page);
  if (pdf.length > MAX_PDF_BYTES) throw new NotPlaceable('size');
  if (!isSilent(pdfium, pdf)) throw new NotPlaceable('text');
  const pixels = drawPlaced(pdfium, pdf, page);
  if (!pixels.data.equals(drawPlaced(pdfium, asItIs, page).data)) throw new NotPlaceable('difference');
  return { page, pdf, png: await pngOf(pixels), words, isVector: true };
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
  const own = firstPage(pdfium, bytes);
  const file = readPdf(own);
  const fit = fitOf(file, pages);
  try {
    return await placeDrawing(pdfium, file, fit);
  } catch (error) {
    if (!(error instanceof NotPlaceable)) throw error;
    const placed = await placePixels(drawOriginal(pdfium, own, fit), fit.page, false);
    return { ...placed, words: [], isVector: false };
  }
}
