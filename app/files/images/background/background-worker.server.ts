import { readFileSync } from 'node:fs';
import { writeResult } from '#app/files/images/open-drawing.server.ts';
import type { DrawableType } from '#app/files/images/rasterise.server.ts';
import { requireHarmlessSvg } from '#app/files/images/strip/svg.ts';
import { vectorPdf } from '#app/files/images/svg/vector-pdf.server.ts';
import type { PageShape } from './fit-page.ts';
import { placedForm, writePlaced } from './normalise-pdf.ts';
import { drawPlaced, pngOf, readPdfPage } from './pdf-background.server.ts';
import { readPdf } from './pdf-file.ts';
import { Pdfium, type Pixels } from './pdfium.server.ts';
import { placePixels, readPixels } from './picture-background.server.ts';
import { isOnlyGone, putBack, takeOut } from './remove-words.ts';
import type { Word } from './words.ts';

/*
 * The child process of read-background.server.ts. Reads a file from stdin, and writes a line of JSON to stdout, then the PNG and the PDF
 * of the background. All input is hostile, so the process has no other input or output.
 *   node background-worker.server.ts pdf '[{"name":"a4",…}]'
 *   node background-worker.server.ts words '[{"name":"a4",…}]' '[{"text":"Name",…}]'
 */

/** What the process writes before the bytes. */
export type Written = {
  page: string;
  words: Word[];
  /** Whether the PDF has a drawing, and not its pixels. */
  isVector: boolean;
  /** For each word to take out, whether it is. */
  removed: boolean[];
  png: number;
  pdf: number;
};

type Made = Omit<Written, 'png' | 'pdf' | 'page'> & { page: PageShape; png: Buffer; pdf: Buffer };

function written({ page, png, pdf, ...rest }: Made): Buffer {
  const head: Written = { ...rest, page: page.name, png: png.length, pdf: pdf.length };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), png, pdf]);
}

/** Takes each word out of a placed PDF, unless the page then differs elsewhere. */
async function removeWords(bytes: Buffer, page: PageShape, words: readonly Word[]): Promise<Made> {
  const pdfium = await Pdfium.load();
  const file = readPdf(bytes);
  const form = placedForm(file);
  let pdf = bytes;
  let pixels: Pixels = drawPlaced(pdfium, pdf, page);
  const removed = words.map((word) => {
    const before = takeOut(file, word, page);
    if (before === null) return false;
    const changed = writePlaced(file, form, page);
    const drawn = drawPlaced(pdfium, changed, page);
    if (!isOnlyGone(pixels, drawn, word, page)) {
      putBack(file, before);
      return false;
    }
    [pdf, pixels] = [changed, drawn];
    return true;
  });
  return { page, pdf, png: await pngOf(pixels), words: [], isVector: true, removed };
}

/** Reads a picture. The shapes of an SVG are drawn as such, if they can be. */
async function readPicture(bytes: Buffer, type: DrawableType, pages: readonly PageShape[]): Promise<Made> {
  const { pixels, page } = await readPixels(bytes, type, pages);
  const drawn =
    type === 'svg' ? vectorPdf(requireHarmlessSvg(bytes), page, { ...pixels, channels: 3 }) : null;
  if (drawn) return { ...(await readPdfPage(await Pdfium.load(), drawn, [page])), removed: [] };
  const placed = await placePixels(pixels, page, type === 'jpeg');
  return { ...placed, words: [], isVector: false, removed: [] };
}

async function make(): Promise<Buffer> {
  const [type, pagesJson = '[]', wordsJson = '[]'] = process.argv.slice(2);
  const pages = JSON.parse(pagesJson) as PageShape[];
  const bytes = readFileSync(0);
  if (type === 'words') {
    return written(await removeWords(bytes, pages[0] as PageShape, JSON.parse(wordsJson) as Word[]));
  }
  if (type === 'pdf')
    return written({ ...(await readPdfPage(await Pdfium.load(), bytes, pages)), removed: [] });
  return written(await readPicture(bytes, type as DrawableType, pages));
}

await writeResult(make);
