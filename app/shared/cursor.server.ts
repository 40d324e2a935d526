import { invalid } from './errors.server.ts';

const MAX_CURSOR_LENGTH = 100;

/** The opaque cursor of a list ordered by `seq`, newest first: the last row that was shown. */
export const cursorAfter = (seq: number) => Buffer.from(`s${seq}`).toString('base64url');

/**
 * The `seq` below which the next page starts; without a cursor, above every row.
 * @throws AppError invalid for an unknown cursor
 */
export function seqBefore(cursor: string | undefined): number {
  if (cursor === undefined || cursor === '') return Number.MAX_SAFE_INTEGER;
  const match =
    cursor.length <= MAX_CURSOR_LENGTH && /^s(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match) throw invalid('cursor is not valid.', { cursor: ['cursor is not valid.'] });
  return Number(match[1]);
}

/** Removes the extra row that shows whether there is a next page. */
export function page<Row extends { seq: number }>(
  rows: Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, nextCursor: rows.length > limit && last ? cursorAfter(last.seq) : null };
}
