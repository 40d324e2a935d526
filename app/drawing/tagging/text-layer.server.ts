import type { Align } from '#app/drawing/fit-text.ts';
import type { PlacedText } from '#app/drawing/lettering.server.ts';
import { drawableText } from '#app/drawing/text.ts';
import { ADVANCE, advancesOf, type Codes, codeOf } from './layer-font.server.ts';
import {
  charactersOf,
  type Direction,
  isOdd,
  isSpace,
  joinSpaces,
  LEFT_TO_RIGHT_MARK,
  marksBeside,
  narrowSpaces,
  type Order,
  orderOf,
  type Piece,
  piecesOf,
  RIGHT_TO_LEFT_MARK,
  type RunPlace,
  runsOf,
  type Shown,
  withMarks,
} from './line-runs.ts';
import { leadOf, REVERSED_MARKS } from './reader-order.ts';
import { visualOrder } from './visual-order.ts';

/** A text as it is drawn, in the unit of its page. */
export type LayerText = {
  placed: Omit<PlacedText, 'ink' | 'font'>;
  align: Align;
  /** Whether the next text of the same element continues it. */
  isContinued?: boolean;
};

/** From the unit of drawing, downwards from the upper left corner, to points upwards from the lower left one. */
export type ToPoints = { x: (left: number) => number; y: (top: number) => number; scale: number };

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
    const isGlued = drawn.endsWith('-') || (isLast && isBesideNext);
    return {
      says: own.join(''),
      drawn,
      end: isGlued ? 'glued' : isSpaced ? 'spaced' : 'bare',
      isSame: own.map(shown).join('') === drawn,
    };
  });
  if (found.every(({ isSame }) => isSame)) return found;
  return found.map(({ drawn, end }) => ({ says: drawn, drawn, end: end === 'glued' ? end : 'spaced' }));
}

/** The share of the space after a line's last letter by which its start moves to the left. */
const START: Record<Align, number> = { left: 0, center: 0.5, right: 1 };

/**
 * The pieces of a line at their places, in the order in which they are read, and whether a space must follow that cannot belong to the
 * last letter.
 */
function placedPieces(
  { placed, align }: LayerText,
  { says, drawn, end }: WrittenLine,
  anchor: number,
  order: Order,
): { pieces: Piece[]; isGlued: boolean } {
  const { size, spacing, advanceOf } = placed;
  const widthOf = (text: string) => advanceOf(text) * size + spacing * Array.from(text).length;
  const pieces = piecesOf(says, order);
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
  const isGlued = end === 'glued' && last !== undefined && last.level !== 0;
  if (end === 'glued' && last?.level === 0) last.text += ' ';
  if (end === 'spaced') {
    const width = widthOf(' ');
    const isLtr = order.direction === 'ltr';
    pieces.push({ text: ' ', level: isLtr ? 0 : 1, width, x: isLtr ? x : x - whole - width });
  }
  return { pieces, isGlued };
}

/**
 * Of the size: how far a mark stands before the end of its neighbour. Poppler takes characters that begin at nearly the same place for
 * one that is drawn twice, and a gap that is a little wider for the end of a word.
 */
const OVER = 0.0985;

/** Content that shows characters over a width at a size, both in points. A mark stands over the end of the character before it. */
function partContent(codes: Codes, { characters, width }: Shown, size: number): string {
  if (characters.length === 0) return '';
  const isMark = (character: string) => REVERSED_MARKS.test(character);
  const advances = characters.reduce((sum, shown) => sum + (isMark(shown) ? 0 : advancesOf(shown)), 0);
  const scale = Math.max((width * 100) / ((advances || 1) * ADVANCE * size), 0.01);
  const shift = Math.round((OVER * 1_000_000) / scale) / 10;
  const shown = characters.map((character, index) => {
    const code = codeOf(codes, character);
    return index > 0 && isMark(character) ? `>${shift}<${code}>-${shift}<` : code;
  });
  const text = shown.join('');
  return `${round(scale)} Tz ${text.includes('>') ? `[<${text}>] TJ` : `<${text}> Tj`}\n`;
}

/** Of the size: the distance of marks at the left end of a run. A wider one would be a space. */
const AHEAD = 0.025;
/** Of the size: how far a mark of a direction begins before the place where it stands. */
const BESIDE = 0.13;
/** Of the size: how far a run overlaps the one before it. */
const NEARER = 0.02;

/** Writes the runs of a line. They differ in size: readers take runs of one size for the continuation of each other. */
function createWriter(codes: Codes, height: number, y: number) {
  const content: string[] = [];
  let count = 0;
  const writer = {
    content,
    size: height,
    beginRun() {
      writer.size = height + (count % 2) / 100;
      count += 1;
      content.push(`/F0 ${round(writer.size)} Tf\n`);
    },
    show(x: number, ...parts: Shown[]) {
      content.push(`1 0 0 1 ${round(x)} ${round(y)} Tm\n`);
      for (const part of parts) content.push(partContent(codes, part, writer.size));
    },
    /** Shows a mark that ends at a place. */
    showMark(mark: string, x: number, width: number) {
      if (mark !== '')
        writer.show(x - width * writer.size, { characters: [mark], width: width * writer.size });
    },
  };
  return writer;
}

/** Writes a run, and returns its ends. */
function writeRun(
  writer: ReturnType<typeof createWriter>,
  run: readonly Piece[],
  { order, points, ...place }: RunPlace & { order: Order; points: ToPoints; isNearer: boolean },
) {
  const parts = run.map((piece) => ({ characters: charactersOf(piece), width: piece.width * points.scale }));
  narrowSpaces(run, parts, writer.size);
  const left = points.x(run[0]?.x ?? 0);
  const right = left + parts.reduce((sum, { width }) => sum + width, 0);
  const start = run.findIndex((piece) => !isSpace(piece));
  const [first, last] = [parts[start], parts[run.findLastIndex((piece) => !isSpace(piece))]];
  const isReversed = run.some((piece) => isOdd(piece) && !isSpace(piece));
  // pdf.js does not look where a mark stands, so those at the left end of a run follow it as runs of their own.
  const isAhead = isReversed && REVERSED_MARKS.test(first?.characters[0] ?? '');
  const ahead = isAhead ? Array.from(first?.characters.shift() ?? '').reverse() : [];
  const outside = points.x(run[start]?.x ?? 0) - ahead.length * AHEAD * writer.size;
  const ends = [ahead.at(-1) ?? first?.characters[0] ?? '', last?.characters.at(-1)?.at(-1) ?? ''] as const;
  const isOneWay = order.direction === 'ltr';
  const [before, after] = isOneWay ? marksBeside(ends, isReversed, place) : ['', ''];
  if (!isAhead) writer.showMark(before, left, BESIDE);
  const shown = isOneWay ? parts : withMarks(run, parts);
  writer.show(left - (place.isNearer ? NEARER * writer.size : 0), ...shown);
  writer.showMark(after, right, BESIDE);
  for (const [index, mark] of ahead.entries()) {
    writer.beginRun();
    writer.show(outside + (ahead.length - 1 - index) * AHEAD * writer.size, { characters: [mark], width: 0 });
  }
  if (isAhead && before !== '') {
    writer.beginRun();
    writer.showMark(before, outside, BESIDE);
  }
  return { outside, right, isAhead };
}

/** Content that shows a line's characters at their places, in the order in which they are read. */
function lineContent(
  codes: Codes,
  text: LayerText,
  line: WrittenLine,
  at: { x: number; baseline: number },
  { points, page }: LayerPage,
): string {
  const { size, advanceOf } = text.placed;
  const order = orderOf(line.says, page);
  const { pieces, isGlued } = placedPieces(text, line, at.x, order);
  const runs = joinSpaces(runsOf(pieces, order), order);
  const writer = createWriter(codes, size * points.scale, points.y(at.baseline));
  // pdf.js finds no width in a run of marks, and takes any distance after it for a space.
  let isAfterMarks = false;
  const space = advanceOf(' ') * size * points.scale;
  for (const [index, run] of runs.entries()) {
    const isLast = index === runs.length - 1;
    const [first] = run;
    writer.beginRun();
    // pdf.js drops a space at the left end of a run, but not one that is the end of a character.
    if (order.direction === 'rtl' && !order.isOneRun && run.length === 1 && first && isSpace(first)) {
      const width = first.width * points.scale;
      if (!isLast) writer.show(points.x(first.x), { characters: [`${RIGHT_TO_LEFT_MARK} `], width });
      continue;
    }
    const isNearer = isAfterMarks && !(first && isSpace(first));
    const written = writeRun(writer, run, { order, points, page, isNearer, isFirst: index === 0, isLast });
    isAfterMarks = written.isAhead;
    if (!isLast || !isGlued) continue;
    const [x, mark] =
      order.direction === 'ltr'
        ? [written.right, LEFT_TO_RIGHT_MARK]
        : [written.outside - space, RIGHT_TO_LEFT_MARK];
    writer.beginRun();
    writer.show(x, { characters: [`${mark} `], width: space });
  }
  return writer.content.join('');
}

/** Whether the next text begins beside the end of this one and not after it, so that pdf.js would join them. */
function isBeside({ placed: { lines, size } }: LayerText, next: LayerText | undefined): boolean {
  const [end, start] = [lines.at(-1), next?.placed.lines[0]];
  return Boolean(end && start && Math.abs(start.baseline - end.baseline) < size * 0.5 && start.x <= end.x);
}

/** The height of the middle of a line over its baseline, of the size. */
const MIDDLE = 0.33;

/**
 * A text that is broken where it has no space, on one line across the middle of its lines, and as much smaller as it is longer. Readers
 * take the end of a line for a space or a line break.
 */
function withoutBreaks(text: LayerText): LayerText {
  const { written, lines, size, spacing, advanceOf } = text.placed;
  if (lines.length < 2) return text;
  const whole = drawableText(written);
  const texts = lines.map((line) => line.text);
  if ([whole, whole.toUpperCase()].includes(texts.join(' '))) return text;
  const letters = texts.join('').replaceAll(' ', '');
  const drawn = [whole, whole.toUpperCase()].find((shown) => shown.replaceAll(' ', '') === letters);
  if (drawn === undefined) return text;
  const widthOf = (line: string) => advanceOf(line) * size + spacing * Array.from(line).length;
  const widths = texts.map(widthOf);
  const widest = Math.max(...widths);
  const share = widest / widthOf(drawn);
  const middle = lines.reduce((sum, { baseline }) => sum + baseline / lines.length, 0) - MIDDLE * size;
  const x = lines[widths.indexOf(widest)]?.x ?? 0;
  const line = { text: drawn, x, baseline: middle + MIDDLE * size * share };
  const placed = { ...text.placed, size: size * share, spacing: spacing * share, lines: [line] };
  return { ...text, placed };
}

/** Content that shows a text invisibly, before another one. */
export const textContent = (
  codes: Codes,
  text: LayerText,
  page: LayerPage,
  next: LayerText | undefined,
): string => {
  const own = withoutBreaks(text);
  return writtenLines(own, isBeside(own, next))
    .map((line, index) => {
      const at = own.placed.lines[index];
      return at ? lineContent(codes, own, line, at, page) : '';
    })
    .join('');
};

/** Most characters of one code that Poppler reads. */
const MARKS_IN_A_CODE = 8;

/**
 * Content with invisible marks that make up for letters of the other direction. Poppler reads a page and its columns in the direction of
 * most letters.
 */
export function directionContent(codes: Codes, content: string, direction: Direction): string {
  const texts = [...codes.keys()];
  const shown = Array.from(content.matchAll(/<([\da-f]+)>/g), ([, hex]) => hex?.match(/.{4}/g) ?? []).flat();
  const characters = shown.flatMap((code) => Array.from(texts[Number.parseInt(code, 16) - 1] ?? ''));
  const missing = (direction === 'rtl' ? 1 : 0) - leadOf(direction, characters);
  if (missing <= 0) return '';
  const mark = direction === 'rtl' ? RIGHT_TO_LEFT_MARK : LEFT_TO_RIGHT_MARK;
  const code = codeOf(codes, mark.repeat(MARKS_IN_A_CODE));
  const marks = code.repeat(Math.ceil(missing / MARKS_IN_A_CODE));
  return `/Artifact BMC\nBT\n3 Tr\n/F0 1 Tf\n100 Tz\n1 0 0 1 2 2 Tm\n<${marks}> Tj\nET\nEMC\n`;
}
