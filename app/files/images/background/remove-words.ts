import type { Operation } from './content-stream.ts';
import { rewritten } from './content-stream.ts';
import type { PageShape } from './fit-page.ts';
import { type Glyph, Interpreter, type ShownText } from './interpret.ts';
import { placedForm, setContent } from './normalise-pdf.ts';
import type { PdfFile } from './pdf-file.ts';
import { writeValue } from './pdf-values.ts';
import type { Pixels } from './pdfium.server.ts';
import type { Word } from './words.ts';

/** In thousandths of a millimetre: how far a glyph's baseline may be from its word's. */
const SAME_BASELINE = 300;

/** Whether a glyph is one of a word. */
function isOf(word: Word, { middle }: Glyph, { wide, high, pdfWidth, pdfHeight }: PageShape): boolean {
  const x = (middle.x * wide) / pdfWidth;
  const y = ((pdfHeight - middle.y) * high) / pdfHeight;
  return x >= word.x && x <= word.x + word.width && Math.abs(y - word.baseline) <= SAME_BASELINE;
}

const noReference = () => null;

/** The text of an operation without some of its glyphs, whose places stay empty. Null if a place is not known. */
function without({ operation, items }: ShownText, isRemoved: (glyph: Glyph) => boolean): string | null {
  const parts: string[] = [];
  let shown = '';
  const flush = () => {
    if (shown !== '') parts.push(`<${shown}>`);
    shown = '';
  };
  for (const item of items) {
    if (typeof item === 'number') {
      flush();
      parts.push(writeValue(item, noReference));
    } else if (isRemoved(item)) {
      if (item.gap === null) return null;
      flush();
      parts.push(writeValue(item.gap, noReference));
    } else shown += item.bytes.toString('hex');
  }
  flush();
  return `${movesOf(operation)}[${parts.join(' ')}] TJ`;
}

/** What an operation does before it shows its text. */
function movesOf({ operator, operands }: Operation): string {
  if (operator === "'") return 'T*\n';
  if (operator !== '"') return '';
  const [words, letters] = operands.slice(0, 2).map((value) => writeValue(value, noReference));
  return `${words} Tw\n${letters} Tc\nT*\n`;
}

/**
 * Takes a word out of the contents of a placed drawing.
 * @returns the contents of the changed streams as they were; null if the word cannot be taken out
 */
export function takeOut(file: PdfFile, word: Word, page: PageShape): Map<number, string> | null {
  const form = placedForm(file);
  const changes = new Map<number, Map<number, string>>();
  let isPossible = true;
  const interpreter = new Interpreter(file, (text) => {
    const isRemoved = (glyph: Glyph) => isOf(word, glyph, page);
    if (!text.items.some((item) => typeof item !== 'number' && isRemoved(item))) return;
    const own = changes.get(text.stream) ?? new Map<number, string>();
    changes.set(text.stream, own);
    const changed = without(text, isRemoved);
    if (changed === null) isPossible = false;
    else own.set(text.operation.start, changed);
  });
  interpreter.runPlaced(form);
  if (!isPossible || changes.size === 0) return null;
  const before = new Map<number, string>();
  for (const [stream, replacements] of changes) {
    const content = interpreter.contentOf(stream);
    before.set(stream, content);
    setContent(file, stream, rewritten(content, replacements));
  }
  return before;
}

export function putBack(file: PdfFile, before: ReadonlyMap<number, string>) {
  for (const [stream, content] of before) setContent(file, stream, content);
}

/** Of a colour from 0 to 255, which smoothing may change. */
const SAME_COLOUR = 24;
/** In pixels: letters reach over the boxes of their words. */
const OVER = 3;
/** The share of a word's box that its letters cover at least. */
const LEAST_INK = 0.02;

/** Whether a pixel has a colour that the pixels around its place have in another drawing. */
function isAround(pixels: Pixels, other: Pixels, x: number, y: number): boolean {
  const { width, height } = pixels;
  const at = (y * width + x) * 4;
  return [0, 1, 2].every((channel) => {
    let [least, most] = [255, 0];
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
        const value = other.data[(row * width + column) * 4 + channel] ?? 0;
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
    }
    const value = pixels.data[at + channel] ?? 0;
    return value >= least - SAME_COLOUR && value <= most + SAME_COLOUR;
  });
}

/**
 * Whether two drawings of a page differ within a word's box, and nowhere else. What follows the word may move by a part of a pixel,
 * because PDFium rounds the widths of letters.
 */
export function isOnlyWithin(before: Pixels, after: Pixels, word: Word, { wide, high }: PageShape): boolean {
  const { width, height } = before;
  const left = Math.floor((word.x / wide) * width) - OVER;
  const right = Math.ceil(((word.x + word.width) / wide) * width) + OVER;
  const top = Math.floor((word.y / high) * height) - OVER;
  const bottom = Math.ceil(((word.y + word.height) / high) * height) + OVER;
  let changed = 0;
  for (let y = 0; y < height; y += 1) {
    const row = y * width * 4;
    if (before.data.compare(after.data, row, row + width * 4, row, row + width * 4) === 0) continue;
    for (let x = 0; x < width; x += 1) {
      if (before.data.readUInt32LE(row + x * 4) === after.data.readUInt32LE(row + x * 4)) continue;
      if (x >= left && x < right && y >= top && y < bottom) changed += 1;
      else if (!isAround(before, after, x, y) || !isAround(after, before, x, y)) return false;
    }
  }
  return changed >= LEAST_INK * (right - left - 2 * OVER) * (bottom - top - 2 * OVER);
}
