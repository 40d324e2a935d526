import {
  BEGINS_FORWARD,
  BEGINS_REVERSED,
  NUMBER_LIKE,
  REVERSED,
  REVERSED_MARKS,
  sectionLevels,
} from './reader-order.ts';
import { levelsOf, visualOrder } from './visual-order.ts';

export type Direction = 'ltr' | 'rtl';

/** Marks of directions order a text and are not part of it. */
export const DIRECTION_MARKS = /[\u{200e}\u{200f}\u{2066}-\u{2069}]/gu;
export const RIGHT_TO_LEFT_MARK = '\u200f';
export const LEFT_TO_RIGHT_MARK = '\u200e';

/** A word, a space, or a part of one direction, from `x` to the right. Odd levels run from right to left. */
export type Piece = { text: string; level: number; width: number; x: number };

/** Lines with fewer letters from right to left are taken for lines from left to right by pdf.js. */
const MOSTLY_RIGHT_TO_LEFT = 0.3;
const COUNTED = new RegExp(`[\\u0590-\\u05f4\\u0660-\\u0669]|${REVERSED.source}`, 'gu');

/** The characters of a line in the other order: as they are read from those on the page, and the other way. */
function turned(characters: readonly string[], levels: readonly number[]): string[] {
  return visualOrder(characters.map((text, index) => ({ text, level: levels[index] ?? 0 }))).map(
    ({ text }) => text,
  );
}

/** Whether pdf.js finds the order of a line's characters. It takes a number after a word for one before it. */
function isReadAsOneRun(line: string, levels: readonly number[]): boolean {
  const shown = turned(Array.from(line), levels).join('').replace(DIRECTION_MARKS, '');
  return turned(Array.from(shown), levelsOf(shown, 'before')).join('') === line.replace(DIRECTION_MARKS, '');
}

/**
 * The direction of a line in the layer, and the levels of its characters. On a page from left to right it has sections in the order of
 * reading. So has a line without letters that readers reverse, such as a date or an amount in Arabic, although it may be drawn otherwise.
 */
export function orderOf(line: string, page: Direction) {
  if (page === 'ltr' || !REVERSED.test(line))
    return { direction: 'ltr', levels: sectionLevels(line), isOneRun: false } as const;
  const levels = levelsOf(line);
  const letters = line.replace(DIRECTION_MARKS, '').trim();
  const count = letters.match(COUNTED)?.length ?? 0;
  const isMostly = letters.length <= 4 || count >= letters.length * MOSTLY_RIGHT_TO_LEFT;
  return { direction: 'rtl', levels, isOneRun: isMostly && isReadAsOneRun(line, levels) } as const;
}

export type Order = ReturnType<typeof orderOf>;

const LETTER = new RegExp(`${REVERSED.source}|\\p{M}|[\\u200c\\u200d]`, 'u');

/** Splits a line into words, spaces and runs of one direction, and where it is not one run, into signs. */
export function piecesOf(line: string, { levels, direction, isOneRun }: Order): Piece[] {
  const pieces: Piece[] = [];
  let before = '';
  for (const [index, character] of Array.from(line).entries()) {
    const last = pieces.at(-1);
    const level = levels[index] ?? 0;
    const isSplit = direction === 'rtl' && !isOneRun && level % 2 === 1;
    const isSign = isSplit && !(LETTER.test(character) && LETTER.test(before));
    const isSame = last?.level === level && (character === ' ') === (before === ' ') && !isSign;
    if (last && isSame) last.text += character;
    else pieces.push({ text: character, level, width: 0, x: 0 });
    before = character;
  }
  return pieces;
}

/**
 * The runs of a line, each from left to right. Readers reverse letters from right to left themselves, so a line from right to left is
 * one run, and other lines have a run for each direction. There a sign beside reversed letters is a run, because pdf.js does not reverse
 * runs with few of these letters.
 */
export function runsOf(pieces: readonly Piece[], { isOneRun, direction }: Order): Piece[][] {
  if (isOneRun) return [visualOrder(pieces)];
  const runs: Piece[][] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last?.[0]?.level === piece.level) last.push(piece);
    else runs.push([piece]);
  }
  if (direction === 'ltr') return runs.map(visualOrder);
  return runs.flatMap((run) => {
    if (run[0] && !isOdd(run[0])) return [visualOrder(run)];
    const isReversed = ({ text }: Piece) => REVERSED.test(text);
    const [first, last] = [run.findIndex(isReversed), run.findLastIndex(isReversed)];
    if (first === -1) return run.map((piece) => [piece]);
    const alone = (those: Piece[]) => those.map((piece) => [piece]);
    return [
      ...alone(run.slice(0, first)),
      visualOrder(run.slice(first, last + 1)),
      ...alone(run.slice(last + 1)),
    ];
  });
}

/**
 * Splits a text into the characters that get one code each. pdf.js drops a code that ends with a joiner, so a joiner shares the code of the
 * character after it. At the end of a word a joiner shares the code of the mark before it; after a letter it has its own code. So have
 * the marks of a reversed letter together.
 */
const CHARACTERS =
  /\p{Mn}(?:\u{200c}|\u{200d})+$|(?:(?=\p{Mn})[\u0590-\u08ff])+|(?:\u{200c}|\u{200d})*(?!\u{200c}|\u{200d})(?:[^ ] $|.)|(?:\u{200c}|\u{200d})+/gsu;

export const isOdd = ({ level }: Piece) => level % 2 === 1;
export const isSpace = ({ text }: Piece) => text.trimStart() === '';

/** The characters of a piece from left to right, as readers expect them. */
export function charactersOf(piece: Piece): string[] {
  const shown = piece.text.replace(DIRECTION_MARKS, '');
  return (isOdd(piece) ? Array.from(shown).reverse().join('') : shown).match(CHARACTERS) ?? [];
}

/** pdf.js turns the order of these digits and a space beside them. */
const ENDS_WITH_ARABIC_DIGIT = /[\u0660-\u0669]$/;

/** Adds a space to the letter at the right end of a piece, as one character. */
const join = (piece: Piece, space: Piece): Piece => ({
  ...piece,
  text: isOdd(piece) ? ` ${piece.text}` : `${piece.text} `,
  width: piece.width + space.width,
});

/**
 * Joins spaces to the letter before them where a distance would not say them: in lines of single letters, whose distances Poppler takes
 * for letter spacing; before a run that begins with a mark; and at the end of a run from left to right that another one follows on its left.
 */
export function joinSpaces(runs: Piece[][], { direction }: Order): Piece[][] {
  const isSpelled = runs.flat().every((piece) => isSpace(piece) || Array.from(piece.text).length === 1);
  const joined = runs.map((run) =>
    run.reduce<Piece[]>((pieces, piece) => {
      const last = pieces.at(-1);
      if (isSpelled && last && isSpace(piece)) pieces.splice(-1, 1, join(last, piece));
      else pieces.push(piece);
      return pieces;
    }, []),
  );
  const found: Piece[][] = [];
  for (const run of joined) {
    const before = found.at(-1);
    const [last, end] = [before?.at(-1), run.at(-1)];
    if (before && last && !isOdd(last) && direction === 'ltr') {
      const first = run.find((piece) => !isSpace(piece));
      const isMarked = first && isOdd(first) && !BEGINS_REVERSED.test(charactersOf(first)[0] ?? '');
      const letter = before.at(-2);
      if (isMarked && letter?.level === 0 && isSpace(last)) before.splice(-2, 2, join(letter, last));
    }
    const isForward = last && !isOdd(last) && !ENDS_WITH_ARABIC_DIGIT.test(last.text);
    if (before && isForward && direction === 'rtl' && end && isOdd(end) && isSpace(end)) {
      run.pop();
      before.splice(-1, 1, join(last, end));
      for (const piece of before) piece.x -= end.width;
    }
    if (run.length > 0) found.push(run);
  }
  return found;
}

/** A part of a run that is shown with one width for each character. */
export type Shown = { characters: string[]; width: number };

/**
 * The parts of a run from right to left on a page from right to left. Poppler reads a section from left to right from its last letter or
 * number to a letter of the other direction, so a mark stands at its beginning, and at its end where it has no such letter.
 */
export function withMarks(run: readonly Piece[], parts: readonly Shown[]): Shown[] {
  return parts.map(({ characters, width }, index) => {
    const [piece, before, after] = [run[index], run[index - 1], run[index + 1]];
    if (!piece || (isSpace(piece) && !isOdd(piece))) return { characters, width };
    if (isOdd(piece)) {
      const marked = (shown: string) => (NUMBER_LIKE.test(shown) ? [RIGHT_TO_LEFT_MARK, shown] : [shown]);
      return { characters: characters.flatMap(marked), width };
    }
    const begins = !before || isOdd(before) ? [RIGHT_TO_LEFT_MARK] : [];
    const isBare = (!after || isOdd(after)) && !BEGINS_FORWARD.test(characters.at(-1)?.at(-1) ?? '');
    return { characters: [...begins, ...characters, ...(isBare ? [LEFT_TO_RIGHT_MARK] : [])], width };
  });
}

/** The direction of a run's page, and whether it is an end of its line. */
export type RunPlace = { page: Direction; isFirst: boolean; isLast: boolean };

/**
 * The marks of directions beside a run that is read from left to right. They end what Poppler reverses, or begin it before a sign, and
 * on a page from right to left they do so for the whole line.
 */
export function marksBeside(
  [first, last]: readonly [first: string, last: string],
  isReversed: boolean,
  { page, isFirst, isLast }: RunPlace,
): [left: string, right: string] {
  if (isReversed) return [BEGINS_REVERSED.test(first) ? '' : RIGHT_TO_LEFT_MARK, LEFT_TO_RIGHT_MARK];
  if (page === 'ltr') return ['', ''];
  const isBare = isLast && !BEGINS_FORWARD.test(last);
  return [isFirst ? RIGHT_TO_LEFT_MARK : '', isBare ? LEFT_TO_RIGHT_MARK : ''];
}

/** Of the size. Poppler takes it for a space, and pdf.js does not add one to that of the text. */
const NARROW_SPACE = 0.06;

/**
 * Narrows spaces before a mark. pdf.js gives a mark no width and no place, and would take a wider one for another space between the mark
 * and its letter.
 */
export function narrowSpaces(run: readonly Piece[], parts: readonly Shown[], size: number) {
  for (const [index, part] of parts.entries()) {
    const [piece, before] = [run[index], parts[index - 1]];
    if (!piece || !isSpace(piece) || !before) continue;
    if (!REVERSED_MARKS.test(parts[index + 1]?.characters[0] ?? '')) continue;
    const spare = Math.max(part.width - size * NARROW_SPACE, 0);
    part.width -= spare;
    before.width += spare;
  }
}
