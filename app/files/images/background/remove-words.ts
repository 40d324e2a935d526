import type { Operation } from './content-stream.ts';
import { rewritten } from './content-stream.ts';
import type { PageShape } from './fit-page.ts';
import { type Glyph, Interpreter, type ShownText } from './interpret.ts';
import { placedForm, setContent } from './normalise-pdf.ts';
import type { PdfFile } from './pdf-file.ts';
import { writeValue } from './pdf-values.ts';
import type { Pixels } from './pdfium.server.ts';
import type { Word } from './words.ts';

/** How far a glyph's baseline may be from its word's, as a share of its size: the one of a shadow is elsewhere. */
const SAME_BASELINE = 0.15;

/** The place of a glyph in thousandths of a millimetre, from the upper left corner. */
const placeOf = ({ middle }: Glyph, { wide, high, pdfWidth, pdfHeight }: PageShape) => ({
  x: (middle.x * wide) / pdfWidth,
  baseline: ((pdfHeight - middle.y) * high) / pdfHeight,
});

/** Whether a glyph is one of a word. */
function isOf(word: Word, glyph: Glyph, page: PageShape): boolean {
  const { x, baseline } = placeOf(glyph, page);
  const reach = (SAME_BASELINE * word.size * page.high) / page.pdfHeight;
  return x >= word.x && x <= word.x + word.width && Math.abs(baseline - word.baseline) <= reach;
}

/** Whether a glyph stands where a word stood. */
function isAt(word: Word, glyph: Glyph, page: PageShape): boolean {
  const { x, baseline } = placeOf(glyph, page);
  const isBeside = x < word.x || x > word.x + word.width;
  return !isBeside && baseline > word.y + word.height / 2 && baseline < word.baseline + word.height / 2;
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
  let remains = false;
  const interpreter = new Interpreter(file, (text) => {
    const isRemoved = (glyph: Glyph) => isOf(word, glyph, page);
    const glyphs = text.items.filter((item) => typeof item !== 'number');
    remains ||= glyphs.some((glyph) => !isRemoved(glyph) && isAt(word, glyph, page));
    if (!glyphs.some(isRemoved)) return;
    const own = changes.get(text.stream) ?? new Map<number, string>();
    changes.set(text.stream, own);
    const changed = without(text, isRemoved);
    if (changed === null) isPossible = false;
    else own.set(text.operation.start, changed);
  });
  interpreter.runPlaced(form);
  if (!isPossible || remains || changes.size === 0) return null;
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

type Box = { left: number; top: number; right: number; bottom: number };

const around = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

/** The colours of the pixels in a box, but not in one within it. */
function* coloursIn({ width, height, data }: Pixels, box: Box, without?: Box) {
  for (let y = Math.max(0, box.top); y < Math.min(height, box.bottom); y += 1) {
    for (let x = Math.max(0, box.left); x < Math.min(width, box.right); x += 1) {
      const isInside =
        without && x >= without.left && x < without.right && y >= without.top && y < without.bottom;
      const at = (y * width + x) * 4;
      if (!isInside) yield [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0] as const;
    }
  }
}

/** In pixels: the edge around a word that shows its ground. */
const EDGE = 6;
/** A colour that is clearly another one, and the share of such pixels in a ground that has a pattern. */
const OTHER_COLOUR = 60;
const PATTERN = 0.05;
/** Of the pixels of a word, the share that may be left, as of a line below it. */
const MOST_LEFT = 0.4;

/** Whether the shape of a word is still seen on its ground: it was drawn as an outline, too. */
function isStillSeen(before: Pixels, after: Pixels, box: Box): boolean {
  const edge = [...coloursIn(after, around(box, EDGE), box)];
  const middle = (channel: 0 | 1 | 2) =>
    edge.map((colour) => colour[channel]).sort((one, other) => one - other)[edge.length >> 1] ?? 255;
  const ground = [middle(0), middle(1), middle(2)] as const;
  const share = (colours: Iterable<readonly [number, number, number]>) => {
    let [all, others] = [0, 0];
    for (const [red, green, blue] of colours) {
      const difference = Math.max(
        Math.abs(red - ground[0]),
        Math.abs(green - ground[1]),
        Math.abs(blue - ground[2]),
      );
      all += 1;
      if (difference > OTHER_COLOUR) others += 1;
    }
    return others / Math.max(all, 1);
  };
  if (share(edge) > PATTERN) return false;
  return share(coloursIn(after, box)) > MOST_LEFT * share(coloursIn(before, box));
}

/**
 * Whether two drawings of a page differ in that a word is gone, and nowhere else. What follows the word may move by a part of a pixel,
 * because PDFium rounds the widths of letters.
 */
export function isOnlyGone(before: Pixels, after: Pixels, word: Word, { wide, high }: PageShape): boolean {
  const { width, height } = before;
  const own: Box = {
    left: Math.floor((word.x / wide) * width),
    right: Math.ceil(((word.x + word.width) / wide) * width),
    top: Math.floor((word.y / high) * height),
    bottom: Math.ceil(((word.y + word.height) / high) * height),
  };
  const { left, right, top, bottom } = around(own, OVER);
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
  const isChanged = changed >= LEAST_INK * (own.right - own.left) * (own.bottom - own.top);
  return isChanged && !isStillSeen(before, after, around(own, OVER));
}
