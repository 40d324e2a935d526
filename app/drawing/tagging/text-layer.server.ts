import type { Align } from '#app/drawing/fit-text.ts';
import type { PlacedText } from '#app/drawing/lettering.server.ts';
import { drawableText, isRightToLeft, STRONG } from '#app/drawing/text.ts';
import { ADVANCE, advancesOf, type Codes, codeOf } from './layer-font.server.ts';
import { levelsOf, visualOrder } from './visual-order.ts';

/** A text as it is drawn, in the unit of its page. */
export type LayerText = {
  placed: Omit<PlacedText, 'ink' | 'font'>;
  align: Align;
  /** Whether the next text of the same element continues it. */
  isContinued?: boolean;
};

/** From the unit of drawing, downwards from the upper left corner, to points upwards from the lower left one. */
export type ToPoints = { x: (left: number) => number; y: (top: number) => number; scale: number };

type Direction = 'ltr' | 'rtl';
/** Where texts are on a page, and the direction of its language. */
export type LayerPage = { points: ToPoints; page: Direction };

const round = (value: number) => String(Math.round(value * 100) / 100);

/**
 * A drawn line and what it says, which differ in capitals. The space at its end keeps words apart where lines are joined; a glued one
 * belongs to the last letter, because readers drop spaces at the ends of lines.
 */
type WrittenLine = { says: string; drawn: string; end: 'bare' | 'spaced' | 'glued' };

/** @param isBesideNext whether another text follows on the same height, which pdf.js takes for the same line */
function writtenLines(
  { placed: { written, lines }, isContinued = false }: LayerText,
  isBesideNext: boolean,
): WrittenLine[] {
  const rest = Array.from(drawableText(written));
  const isInCapitals = lines[0] !== undefined && !rest.join('').startsWith(lines[0].text);
  const shown = (character: string) => (isInCapitals ? character.toUpperCase() : character);
  let at = 0;
  const found = lines.map(({ text: drawn }, index): WrittenLine & { isSame: boolean } => {
    const start = at;
    let length = 0;
    for (; length < drawn.length && at < rest.length; at += 1) length += shown(rest[at] as string).length;
    const own = rest.slice(start, at);
    const isSpaced = rest[at] === ' ' || (isContinued && at === rest.length);
    while (rest[at] === ' ') at += 1;
    const isLast = index === lines.length - 1;
    // Poppler takes a hyphen at the end of a line for one of hyphenation, and leaves it out.
    const isHyphenated = drawn.endsWith('-') && (isContinued || !isLast);
    const isGlued = isHyphenated || (isLast && isBesideNext);
    return {
      says: own.join(''),
      drawn,
      end: isGlued ? 'glued' : isSpaced ? 'spaced' : 'bare',
      isSame: own.map(shown).join('') === drawn,
    };
  });
  if (found.every(({ isSame }) => isSame)) return found;
  return lines.map(({ text }) => ({ says: text, drawn: text, end: 'spaced' }));
}

/** Readers take these scripts for ones from left to right. */
const NOT_REVERSED = /[\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

/** Marks of directions order a text and are not part of it. */
const DIRECTION_MARKS = /[\u{200e}\u{200f}\u{2066}-\u{2069}]/gu;

/**
 * Whether a line has no letters that readers reverse, as a date or an amount in Arabic. Its words are in the layer from left to right in
 * the order in which they are read, although they may be drawn otherwise.
 */
function isTurned(line: string): boolean {
  const letters = line.replace(DIRECTION_MARKS, '');
  if (!isRightToLeft(letters)) return true;
  return (
    NOT_REVERSED.test(letters) &&
    Array.from(letters).every((letter) => NOT_REVERSED.test(letter) || !isRightToLeft(letter))
  );
}

type Piece = { text: string; level: number; width: number; x: number };

/** Splits a line into words, spaces and runs of one direction. */
function piecesOf(line: string, direction: 'ltr' | 'rtl'): Piece[] {
  const levels = isTurned(line) ? [] : levelsOf(line, direction);
  const pieces: Piece[] = [];
  let wasSpace = false;
  for (const [index, character] of Array.from(line).entries()) {
    const last = pieces.at(-1);
    const isSpace = character === ' ';
    const level = levels[index] ?? 0;
    if (last && last.level === level && isSpace === wasSpace) last.text += character;
    else pieces.push({ text: character, level, width: 0, x: 0 });
    wasSpace = isSpace;
  }
  return pieces;
}

/** The share of the space after a line's last letter by which its start moves to the left. */
const START: Record<Align, number> = { left: 0, center: 0.5, right: 1 };

/** The pieces of a line at their places, in the order in which they are read. */
function placedPieces(
  { placed, align }: LayerText,
  { says, drawn, end }: WrittenLine,
  anchor: number,
): Piece[] {
  const { size, spacing, advanceOf } = placed;
  const direction = isTurned(says) ? 'ltr' : placed.direction;
  const widthOf = (text: string) => advanceOf(text) * size + spacing * Array.from(text).length;
  const pieces = piecesOf(says, direction);
  for (const piece of pieces) piece.width = widthOf(says === drawn ? piece.text : piece.text.toUpperCase());
  const whole = widthOf(drawn);
  const sum = pieces.reduce((total, { width }) => total + width, 0);
  let x = anchor + spacing * START[align] - whole * START[align];
  for (const piece of visualOrder(pieces)) {
    piece.x = x;
    piece.width *= sum > 0 ? whole / sum : 1;
    x += piece.width;
  }
  const last = pieces.at(-1);
  const base = direction === 'rtl' ? 1 : 0;
  if (end === 'glued' && last?.level === 0) last.text += ' ';
  else if (end !== 'bare') {
    const width = widthOf(' ');
    pieces.push({ text: ' ', level: base, width, x: base === 0 ? x : x - whole - width });
  }
  return pieces;
}

/** Content that shows a line's characters at their places, in the order in which they are read. */
function lineContent(
  codes: Codes,
  text: LayerText,
  line: WrittenLine,
  at: { x: number; baseline: number },
  { points, page }: LayerPage,
): string {
  const { size } = text.placed;
  const direction = isTurned(line.says) ? 'ltr' : text.placed.direction;
  const pieces = placedPieces(text, line, at.x);
  const height = size * points.scale;
  return runsOf(pieces, direction)
    .map((run, index, runs) => {
      // Readers of texts in two directions join runs of the same size, and take each for the continuation of the one before.
      const own = height + (index % 2) / 100;
      const start = `${round(points.x(run[0]?.x ?? 0))} ${round(points.y(at.baseline))}`;
      const shown = withMarks(run, { direction, page, isContinued: index < runs.length - 1 }).map(
        ({ characters, width }) => {
          const advances = characters.reduce((total, character) => total + advancesOf(character), 0);
          const share = (width * points.scale * 100) / ((advances || 1) * ADVANCE * own);
          const codesOf = characters.map((character) => codeOf(codes, character)).join('');
          return characters.length === 0 ? '' : `${round(Math.max(share, 0.01))} Tz <${codesOf}> Tj\n`;
        },
      );
      return `/F0 ${round(own)} Tf\n1 0 0 1 ${start} Tm\n${shown.join('')}`;
    })
    .join('');
}

/** Lines with fewer letters from right to left are taken for lines from left to right by pdf.js. */
const MOSTLY_RIGHT_TO_LEFT = 0.3;

/**
 * The runs of a line, each from left to right. Readers reverse letters from right to left themselves, so a line from right to left is
 * one run, and other lines have a run for each direction.
 */
function runsOf(pieces: readonly Piece[], direction: 'ltr' | 'rtl'): Piece[][] {
  if (direction === 'rtl') {
    const line = pieces.map(({ text }) => text).join('');
    const letters = Array.from(line.replace(DIRECTION_MARKS, '').trim());
    if (letters.filter(isRightToLeft).length >= letters.length * MOSTLY_RIGHT_TO_LEFT)
      return [visualOrder(pieces)];
  }
  const runs: Piece[][] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last?.[0]?.level === piece.level) last.push(piece);
    else runs.push([piece]);
  }
  return runs.map(visualOrder);
}

/**
 * Splits a text into the characters that get one code each. pdf.js drops a code that ends with a joiner, so a joiner shares the code of the
 * character after it. At the end of a word a joiner shares the code of the mark before it; after a letter it has its own code.
 */
const CHARACTERS =
  /\p{Mn}(?:\u{200c}|\u{200d})+$|(?:\u{200c}|\u{200d})*(?!\u{200c}|\u{200d})(?:[^ ] $|.)|(?:\u{200c}|\u{200d})+/gsu;
const RIGHT_TO_LEFT_MARK = '\u200f';
const LEFT_TO_RIGHT_MARK = '\u200e';

/** The characters of a piece from left to right, as readers expect them. */
function charactersOf({ text, level }: Piece): string[] {
  const shown = text.replace(DIRECTION_MARKS, '');
  const isReversed = level % 2 === 1 && !NOT_REVERSED.test(shown);
  return (isReversed ? Array.from(shown).reverse().join('') : shown).match(CHARACTERS) ?? [];
}

const isSpace = ({ text }: Piece) => text.startsWith(' ');
const isLetter = (character = '') => STRONG.test(character);

/**
 * The characters of a run, with marks of the line's direction where Poppler would take spaces and punctuation for a part of a run of the
 * other direction: after such a run, after a line from right to left that does not end with a letter, and on a page from right to left
 * after one from left to right that ends with neither letter nor digit.
 */
function withMarks(
  run: readonly Piece[],
  { direction, page, isContinued }: { direction: Direction; page: Direction; isContinued: boolean },
) {
  const shown = run.map((piece) => ({ width: piece.width, characters: charactersOf(piece) }));
  if (direction === 'ltr') {
    const isOther = (run[0]?.level ?? 0) % 2 === 1;
    const last = shown[run.findLastIndex((piece) => !isSpace(piece))]?.characters;
    const endsBare = page === 'rtl' && !/[\p{L}\p{M}\p{N}]/u.test(last?.at(-1) ?? 'a');
    if (isContinued && isOther) shown.at(-1)?.characters.push(LEFT_TO_RIGHT_MARK);
    if (!isContinued && !isOther && endsBare) last?.push(LEFT_TO_RIGHT_MARK);
    return shown;
  }
  const first = run.findIndex((piece) => !isSpace(piece));
  for (const [index, piece] of run.entries()) {
    const characters = shown[index]?.characters;
    const isOther = piece.level % 2 === 0 && (run[index - 1]?.level ?? 0) % 2 === 1;
    const endsBare = index === first && piece.level % 2 === 1 && !isLetter(characters?.[0]);
    if (isOther || endsBare) characters?.unshift(RIGHT_TO_LEFT_MARK);
  }
  return shown;
}

/** Whether the next text begins beside the end of this one and not after it, so that pdf.js would join them. */
function isBeside({ placed: { lines, size } }: LayerText, next: LayerText | undefined): boolean {
  const [end, start] = [lines.at(-1), next?.placed.lines[0]];
  return Boolean(end && start && Math.abs(start.baseline - end.baseline) < size * 0.5 && start.x <= end.x);
}

/** Content that shows a text invisibly, before another one. */
export const textContent = (
  codes: Codes,
  text: LayerText,
  page: LayerPage,
  next: LayerText | undefined,
): string =>
  writtenLines(text, isBeside(text, next))
    .map((line, index) => {
      const at = text.placed.lines[index];
      return at ? lineContent(codes, text, line, at, page) : '';
    })
    .join('');
