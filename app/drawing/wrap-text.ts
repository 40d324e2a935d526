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
