import { cursorAfter } from './cursor.server.ts';

/** How many candidates are read after the first read. */
const FURTHER_READS = [400, 1_300];
/** So many candidates are read for one page of a filtered list, in about 20 ms. */
export const MOST_READ = 2_000;

type Source = {
  limit: number;
  /** The `seq` below which the page begins. */
  before: number;
  /** Reads the next candidates in the order of an index, newest first. */
  read: (before: number, count: number) => number[];
  /** Keeps those that the list is to show, in their order; without it all are shown. */
  filter?: ((seqs: number[]) => number[]) | undefined;
};

/**
 * One page of a filtered list. A page takes the same time however many candidates there are: where few of them pass the
 * filter, it ends after MOST_READ, with fewer rows and the cursor to go on from.
 */
export function filteredPage({ limit, before, read, filter }: Source): {
  seqs: number[];
  nextCursor: string | null;
} {
  // Most rows pass most filters, so that twice a page is enough.
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
