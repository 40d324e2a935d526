import { t } from '#messages';
import { invalid } from './errors.server.ts';

const MAX_CURSOR_LENGTH = 100;

/** The numbers in a cursor that matches a pattern, or null without a cursor. @throws AppError invalid for an unknown cursor */
function parseCursor(cursor: string | undefined, pattern: RegExp): number[] | null {
  if (!cursor) return null;
  const text = cursor.length <= MAX_CURSOR_LENGTH ? Buffer.from(cursor, 'base64url').toString() : '';
  const match = pattern.exec(text);
  if (!match) throw invalid(t('common.cursorIsNotValid'), { cursor: [t('common.cursorIsNotValid')] });
  return match.slice(1).map(Number);
}

/** The opaque cursor of a list ordered by `seq`, newest first. It identifies the last row of the page. */
export const cursorAfter = (seq: number) => Buffer.from(`s${seq}`).toString('base64url');

/**
 * Parses a cursor into the `seq` below which the next page starts. Without a cursor, that is above every row.
 * @throws AppError invalid for an unknown cursor
 */
export const seqBefore = (cursor: string | undefined): number =>
  parseCursor(cursor, /^s(\d{1,15})$/)?.[0] ?? Number.MAX_SAFE_INTEGER;

/** A row's position in a list ordered by time (ms since the epoch), then by `seq`. */
export type Place = { at: number; seq: number };

/** The opaque cursor of a list ordered by time, latest first. */
export const cursorAfterPlace = ({ at, seq }: Place) => Buffer.from(`t${at}.${seq}`).toString('base64url');

/**
 * Parses a cursor into the position below which a page starts, at most `end`.
 * @throws AppError invalid for an unknown cursor
 */
export function placeBefore(cursor: string | undefined, end: Place): Place {
  const [at = end.at, seq = end.seq] = parseCursor(cursor, /^t(\d{1,15})\.(\d{1,15})$/) ?? [];
  return at < end.at || (at === end.at && seq < end.seq) ? { at, seq } : end;
}

/** Removes the extra row, which shows whether there is a next page. */
export function page<Row extends { seq: number }>(
  rows: Row[],
  limit: number,
  cursorOf: (last: Row) => string = ({ seq }) => cursorAfter(seq),
): { rows: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, nextCursor: rows.length > limit && last ? cursorOf(last) : null };
}
