import { cursorAfter } from './cursor.server.ts';

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
