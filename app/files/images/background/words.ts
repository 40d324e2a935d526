import type { PageShape } from './fit-page.ts';
import type { Character } from './pdfium.server.ts';

/** A word of a background. Its place is in thousandths of a millimetre from the page's upper left corner. */
export type Word = {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** The place of its baseline, from the top. */
  baseline: number;
  /** Of its type, in points. */
  size: number;
};

export const MAX_WORDS = 1_000;
export const MAX_LETTERS = 100;

/** Distances as shares of the size of type. */
const SAME_LINE = 0.3;
const SPACE = 0.2;
const COLUMN = 3;
/** How much wider than the usual space between letters a space between words is. */
const WIDER = 1.6;
/** How much spaces between letters that are set apart may differ. */
const EVEN = 1.5;

const isSpace = (text: string) => /^[\s\u00a0\u200b\ufeff]*$/u.test(text);
/** What shows nothing or says nothing: control characters, private ones, and those that could not be read. */
export const isUnreadable = (text: string) => /[\p{Cc}\p{Cs}\p{Cn}\p{Co}\ufffd]/u.test(text);
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** Characters on one baseline, from left to right. */
function linesOf(characters: readonly Character[]): Character[][] {
  const lines: Character[][] = [];
  const sorted = [...characters].sort((one, other) => other.baseline - one.baseline);
  for (const character of sorted) {
    const line = lines.at(-1);
    const first = line?.[0];
    const isSame =
      first && first.baseline - character.baseline < SAME_LINE * Math.min(first.size, character.size);
    if (line && isSame) line.push(character);
    else lines.push([character]);
  }
  for (const line of lines) line.sort((one, other) => one.x - other.x || one.index - other.index);
  return lines;
}

type Piece = { letters: Character[]; gapBefore: number };

const gapBetween = (one: Character, other: Character) =>
  (other.left - one.right) / Math.max(one.size, other.size);

/** Whether a letter makes the one at nearly the same place heavier. Those of a ligature share its place, and follow each other. */
const isHeavier = (one: Character, other: Character) =>
  one.text === other.text &&
  Math.abs(one.x - other.x) < 0.1 * other.size &&
  !(one.x === other.x && Math.abs(one.index - other.index) === 1);

/** The lowest of the usual gaps in a line between letters that no space separates. */
function usualGap(line: readonly Character[]): number {
  const gaps = line.flatMap((letter, index) => {
    const before = line[index - 1];
    return before && !isSpace(before.text) && !isSpace(letter.text) ? [gapBetween(before, letter)] : [];
  });
  const sorted = gaps.filter((gap) => gap < COLUMN).sort((one, other) => one - other);
  return Math.max(0, sorted[Math.floor(sorted.length / 2)] ?? 0);
}

/** Pieces between spaces, which are characters or gaps. */
function piecesOf(line: readonly Character[]): Piece[] {
  const most = Math.max(SPACE, usualGap(line) * WIDER + 0.05);
  const pieces: Piece[] = [];
  let isAfterSpace = true;
  let last: Character | undefined;
  for (const letter of line) {
    if (isSpace(letter.text)) {
      isAfterSpace = true;
      continue;
    }
    if (last && isHeavier(last, letter)) continue;
    const gap = last ? gapBetween(last, letter) : COLUMN;
    const piece = pieces.at(-1);
    if (piece && !isAfterSpace && gap <= most) piece.letters.push(letter);
    else pieces.push({ letters: [letter], gapBefore: gap });
    isAfterSpace = false;
    last = letter;
  }
  return pieces;
}

/** Joins letters that are set apart by spaces, as in `D I P L O M A`. */
function joined(pieces: readonly Piece[]): Piece[] {
  const found: Piece[] = [];
  for (let at = 0; at < pieces.length; ) {
    let end = at + 1;
    const gaps: number[] = [];
    while (pieces[at]?.letters.length === 1 && pieces[end]?.letters.length === 1) {
      const gap = (pieces[end] as Piece).gapBefore;
      if (gap > COLUMN || Math.max(gap, ...gaps) > EVEN * Math.min(gap, ...gaps) + 0.05) break;
      gaps.push(gap);
      end += 1;
    }
    const isSetApart = end - at >= 3;
    const own = pieces.slice(at, isSetApart ? end : at + 1);
    found.push({ letters: own.flatMap(({ letters }) => letters), gapBefore: own[0]?.gapBefore ?? 0 });
    at += own.length;
  }
  return found;
}

function textOf(letters: readonly Character[]): string {
  const rightToLeft = letters.filter(({ text }) => RIGHT_TO_LEFT.test(text)).length;
  const ordered = rightToLeft * 2 > letters.length ? letters.toReversed() : letters;
  return ordered
    .map(({ text }) => (/[\ufb00-\ufdff\ufe70-\ufefc]/u.test(text) ? text.normalize('NFKC') : text))
    .join('')
    .normalize('NFC');
}

function wordOf(letters: readonly Character[], { wide, high, pdfWidth, pdfHeight }: PageShape): Word {
  const [across, down] = [wide / pdfWidth, high / pdfHeight];
  const left = Math.min(...letters.map((letter) => letter.left));
  const right = Math.max(...letters.map((letter) => letter.right));
  const top = Math.max(...letters.map((letter) => letter.top));
  const bottom = Math.min(...letters.map((letter) => letter.bottom));
  const [first] = letters as readonly [Character];
  return {
    text: textOf(letters),
    x: Math.round(left * across),
    y: Math.round((pdfHeight - top) * down),
    width: Math.max(1, Math.round((right - left) * across)),
    height: Math.max(1, Math.round((top - bottom) * down)),
    baseline: Math.round((pdfHeight - first.baseline) * down),
    size: Math.round(Math.max(...letters.map(({ size }) => size)) * 100) / 100,
  };
}

const isWithin = ({ x, y, width, height }: Word, { wide, high }: PageShape) =>
  x >= 0 && y >= 0 && x + width <= wide && y + height <= high;

/** The words of a page in the order of reading, without those that are rotated or partly outside. */
export function wordsOf(characters: readonly Character[], page: PageShape): Word[] {
  const upright = characters.filter(
    ({ isRotated, text, size }) => !isRotated && size > 0 && !isUnreadable(text),
  );
  return linesOf(upright)
    .flatMap((line) => joined(piecesOf(line)))
    .map(({ letters }) => wordOf(letters.slice(0, MAX_LETTERS), page))
    .filter((word) => word.text !== '' && isWithin(word, page))
    .slice(0, MAX_WORDS);
}
