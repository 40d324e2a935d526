import { type Column, sql } from 'drizzle-orm';
import { searchText } from '#db/folding.ts';
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

const FURTHER_READS = [400, 1_300];
/** Most candidates to read for a page of a filtered list, which takes about 20 ms. */
export const MOST_READ = 2_000;

type Source = {
  limit: number;
  /** The `seq` below which the page starts. */
  before: number;
  /** Reads the next candidates of an index, newest first. */
  read: (before: number, count: number) => number[];
  /** Returns the candidates to show, in their order. Without it, all are shown. */
  filter?: ((seqs: number[]) => number[]) | undefined;
};

/**
 * One page of a filtered list. Takes the same time for any number of candidates: if few pass the filter, the
 * page ends after MOST_READ with fewer rows and a cursor to continue from.
 */
export function filteredPage({ limit, before, read, filter }: Source): {
  seqs: number[];
  nextCursor: string | null;
} {
  // Most rows pass most filters, so two pages are usually enough.
  const firstRead = filter ? 2 * (limit + 1) : limit + 1;
  const kept: number[] = [];
  let from = before;
  for (const count of [firstRead, ...FURTHER_READS]) {
    const found = read(from, count);
    kept.push(...(filter ? filter(found) : found));
    if (kept.length > limit)
      return { seqs: kept.slice(0, limit), nextCursor: cursorAfter(kept[limit - 1] ?? 0) };
    if (found.length < count) return { seqs: kept, nextCursor: null };
    from = found.at(-1) ?? 0;
  }
  return { seqs: kept, nextCursor: cursorAfter(from) };
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** The pattern of `like … escape '\\'` for columns, as `searched` has them, that contain a text. */
export const containing = (text: string) => `%${escapeLike(searchText(text.trim()))}%`;

/**
 * A column's text as searches compare it, between these parts of SQL. Lists without an index read it of each row. Texts of ASCII
 * characters, of which `like` ignores the case, are folded without a call of JavaScript.
 */
const PARTS = ['iif(', " glob '*[^ -~]*', search_text(", '), replace(', ", '''', ''))"];

/** The SQL expression of a column's text for `like`. */
export const searched = (column: string) => PARTS.join(column);

/** SQL condition that a column contains a text, however either is written. */
export const contains = (column: Column, text: string) =>
  sql`${sql.join(
    PARTS.map((part) => sql.raw(part)),
    sql`${column}`,
  )} like ${containing(text)} escape '\\'`;
