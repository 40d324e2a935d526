import { breakablePieces, graphemesOf, wordsWithoutSpaces } from './text.ts';

/**
 * Where lines may break: after spaces and hyphens; where these don't suffice, between the words of scripts without spaces; and in the
 * end within words.
 */
export const BREAKS = ['spaces', 'words', 'anywhere'] as const;
export type Breaks = (typeof BREAKS)[number];

/** Breaks a text into lines of at most `width`, or returns null when it needs more than `maxLines` or other breaks. */
export type WrapAt = (width: number, maxLines: number, breaks?: Breaks) => string[] | null;

type Piece = { start: number; end: number; width: number; words?: Piece[] };
/** A piece that no line is broken within. `before` estimates the width of all units before it. */
type Unit = Piece & { before: number; startsLine: boolean };

function piecesOf(texts: string[], from: number, widthOf: (text: string) => number): Piece[] {
  let end = from;
  return texts.map((text) => {
    const start = end;
    end += text.length;
    return { start, end, width: widthOf(text) };
  });
}

/** The last index from `low` to `high` for which `holds` is true. It is true for `low`, and from some index on false. */
function lastWhere(low: number, high: number, guess: number, holds: (index: number) => boolean): number {
  let [known, failing] = [low, high + 1];
  let at = Math.min(Math.max(guess, low + 1), high);
  for (let step = 1; failing - known > 1; step *= 2) {
    if (holds(at)) known = at;
    else failing = at;
    if (known > low && failing <= high) at = (known + failing) >> 1;
    else at = known > low ? Math.min(known + step, high) : Math.max(failing - step, low + 1);
  }
  return known;
}

/**
 * Prepares a text to be wrapped at several widths. Shaping a line takes time in proportion to its length, so lines are not
 * measured piece by piece: the widths of the pieces show about where each line ends, and only lines near there are measured.
 */
export function createWrapper(text: string, widthOf: (text: string) => number): WrapAt {
  let pieces: Piece[] | undefined;

  function wordsOf(piece: Piece): Piece[] {
    const { start, end } = piece;
    piece.words ??= piecesOf(wordsWithoutSpaces(text.slice(start, end)), start, widthOf);
    return piece.words;
  }

  /** The pieces, with those that are wider than a line broken. Null when there is one that may not be. */
  function unitsFor(width: number, breaks: Breaks): Unit[] | null {
    pieces ??= piecesOf(breakablePieces(text), 0, widthOf);
    const units: Unit[] = [];
    let before = 0;
    const add = (piece: Piece, startsLine: boolean) => {
      units.push({ ...piece, before, startsLine });
      before += piece.width;
    };
    const isWide = (piece: Piece) => piece.width > width;
    if (breaks === 'spaces' && pieces.some(isWide)) return null;
    for (const piece of pieces.flatMap((whole) => (isWide(whole) ? wordsOf(whole) : [whole]))) {
      if (!isWide(piece)) add(piece, false);
      else if (breaks === 'words') return null;
      else {
        const graphemes = piecesOf(graphemesOf(text.slice(piece.start, piece.end)), piece.start, widthOf);
        for (const [index, grapheme] of graphemes.entries()) add(grapheme, index === 0);
      }
    }
    return units;
  }

  return (width, maxLines, breaks = 'anywhere') => {
    const units = unitsFor(width, breaks);
    if (!units) return null;
    const lines: string[] = [];
    for (let first = 0; first < units.length; ) {
      const { start, before } = units[first] as Unit;
      const lineTo = (last: number) => text.slice(start, units[last]?.end).trim();
      const next = units.findIndex(({ startsLine }, index) => index > first && startsLine);
      const end = (next < 0 ? units.length : next) - 1;
      if (widthOf(lineTo(first)) > width) return null;
      const guess = lastWhere(first, end, end, (index) => {
        const unit = units[index] as Unit;
        return unit.before + unit.width - before <= width;
      });
      const last = lastWhere(first, end, guess, (index) => widthOf(lineTo(index)) <= width);
      const line = lineTo(last);
      if (line !== '') lines.push(line);
      if (lines.length > maxLines) return null;
      first = last + 1;
    }
    return lines;
  };
}

export type Align = 'left' | 'center' | 'right';

/** A box for a text of any length and script, centred vertically. */
export type TextBox = {
  left: number;
  top: number;
  width: number;
  height: number;
  /** The font size of short texts. */
  size: number;
  maxLines: number;
  /** Horizontal alignment of the lines, centred by default. */
  align?: Align;
  /** Whether to wrap before shrinking, so that small texts stay legible. */
  wrapsEarly?: boolean;
  /** Fill all lines before shrinking, and break words only if the text would be smaller than this. */
  smallest?: number;
};

/**
 * The extent of a line at font size 1. `width` leaves room for ink that overhangs on either side; `left` and `right` are
 * how far the ink extends beyond the text's origin and its advance, `ascent` and `descent` beyond the baseline.
 */
export type Extent = { width: number; left: number; right: number; ascent: number; descent: number };
export type TextMeasure = {
  /** The advance of a text at font size 1. */
  advanceOf: (text: string) => number;
  extentOf: (line: string) => Extent;
};

export type FittedLine = { text: string; x: number; baseline: number };
/** A rectangle that contains all ink. */
export type Area = { left: number; top: number; width: number; height: number };
export type FittedText = { size: number; lines: FittedLine[]; ink: Area };

/** A second and a third line are used below these shares of the preferred size. */
const WORTH_WRAPPING = [0.62, 0.42];
const WRAPPING_EARLY = [0.97, 0.9];
/** Lines break within words below this share. */
const WORTH_BREAKING = 0.42;
/** Texts of boxes that name their smallest size are as large as they were set above this share. */
const NEARLY_WHOLE = 0.999;
const LINE_PITCH = 1.16;
/** Distance of a line's baseline below its middle: half the height of a capital letter. */
const BASELINE_BELOW_MIDDLE = 0.33;
const SAFETY = 0.995;

/** The narrowest wrapping with the same number of lines, so that no line has a single word left. */
function balance(wrapAt: WrapAt, width: number, lines: string[], breaks: Breaks) {
  let [low, high, best] = [width / lines.length, width, lines];
  for (let step = 0; step < 7; step++) {
    const middle = (low + high) / 2;
    const wrapped = wrapAt(middle, lines.length, breaks);
    if (wrapped) [high, best] = [middle, wrapped];
    else low = middle;
  }
  return best;
}

const ceilingOf = (box: TextBox, count: number) =>
  Math.min(box.size, box.height / (1 + (count - 1) * LINE_PITCH));

/** The size at which the text fits into one line. */
function onOneLine(text: string, box: TextBox, widthOf: (text: string) => number) {
  const ceiling = ceilingOf(box, 1);
  const whole = widthOf(text);
  return { size: Math.min(ceiling, whole > 0 ? box.width / whole : ceiling), lines: [text] };
}

/** The largest size at which the text fits into `count` lines, of which there are at least two. */
function largest(wrapAt: WrapAt, box: TextBox, count: number, breaks: Breaks) {
  const ceiling = ceilingOf(box, count);
  let [low, high] = [0, ceiling];
  let best: string[] | null = wrapAt(box.width / ceiling, count, breaks);
  if (best) low = ceiling;
  for (let step = 0; low < high && step < 9; step++) {
    const size = (low + high) / 2;
    const wrapped = wrapAt(box.width / size, count, breaks);
    if (wrapped) [low, best] = [size, wrapped];
    else high = size;
  }
  return best && { size: low, lines: balance(wrapAt, box.width / low, best, breaks) };
}

/** The share of a line's spare room that is before it. */
const SHARE_BEFORE: Record<Align, number> = { left: 0, center: 0.5, right: 1 };

/** The x of a line's anchor (its start, middle or end) at which its ink touches that side of the box. */
function anchorOf({ left, width, align }: TextBox, line: Extent, size: number): number {
  if (align === 'left') return left + line.left * size;
  return align === 'right' ? left + width - line.right * size : left + width / 2;
}

/** The lines of a text. Words are broken only where they would be much smaller otherwise. */
function wrap(text: string, box: TextBox, widthOf: (text: string) => number) {
  let chosen = onOneLine(text, box, widthOf);
  const wrapAt = createWrapper(text, widthOf);
  const worthWrapping = box.wrapsEarly ? WRAPPING_EARLY : WORTH_WRAPPING;
  const isLarge = (breaks: Breaks) => {
    if (box.smallest !== undefined) {
      return chosen.size >= (breaks === 'anywhere' ? box.smallest : box.size * NEARLY_WHOLE);
    }
    const worth = worthWrapping[chosen.lines.length - 1] ?? WORTH_BREAKING;
    return chosen.size >= box.size * (breaks === 'anywhere' ? Math.min(worth, WORTH_BREAKING) : worth);
  };
  for (const breaks of BREAKS) {
    for (let count = 2; count <= box.maxLines && !isLarge(breaks); count++) {
      const candidate = largest(wrapAt, box, count, breaks);
      if (candidate && candidate.size > chosen.size) chosen = candidate;
    }
  }
  return chosen;
}

/**
 * Fits a text into a box: on one line if the text stays large enough, or else on two or three lines, as large as possible. The
 * ink never leaves the box.
 */
export function fitText(text: string, box: TextBox, measure: TextMeasure): FittedText {
  if (text === '')
    return { size: box.size, lines: [], ink: { left: box.left, top: box.top, width: 0, height: 0 } };
  const chosen = wrap(text, box, measure.advanceOf);
  const all = chosen.lines.map(measure.extentOf);
  const ascent = Math.max(...all.map((extent) => extent.ascent), 0);
  const descent = Math.max(...all.map((extent) => extent.descent), 0);
  const width = Math.max(...all.map((extent) => extent.width));
  // Tall scripts need more line spacing than Latin.
  const pitch = Math.max(LINE_PITCH, (ascent + descent) * 1.02);
  const height = (chosen.lines.length - 1) * pitch + ascent + descent;
  const size = Math.min(
    chosen.size,
    (box.width / width) * SAFETY || chosen.size,
    (box.height / height) * SAFETY || chosen.size,
  );

  const middle = box.top + box.height / 2;
  const wanted = middle + (BASELINE_BELOW_MIDDLE - ((chosen.lines.length - 1) * pitch) / 2) * size;
  const lowest = box.top + box.height - (descent + (chosen.lines.length - 1) * pitch) * size;
  const first = Math.max(box.top + ascent * size, Math.min(wanted, lowest));
  return {
    size,
    lines: chosen.lines.map((line, index) => ({
      text: line,
      x: anchorOf(box, all[index] as Extent, size),
      baseline: first + index * pitch * size,
    })),
    ink: {
      left: box.left + (box.width - width * size) * SHARE_BEFORE[box.align ?? 'center'],
      top: first - ascent * size,
      width: width * size,
      height: height * size,
    },
  };
}
