import { type MouseEvent, useState } from 'react';
import { useFetcher, useLocation } from 'react-router';

/** One page of a list: `cursor` is where it began, null at the top. */
export type ListPage<Row> = { rows: readonly Row[]; cursor: string | null; nextCursor: string | null };

/** A load gives this instead of data when no answer came (routes/failed-requests.ts). */
const isNotLoaded = (data: unknown) => typeof data === 'object' && data !== null && 'notLoaded' in data;

type MorePagesOptions<Row> = {
  /** The query parameter that holds the list's cursor, on a page with several lists. */
  parameter?: string;
  /** Finds the list in the data of its page's loader. */
  pageOf?: (data: unknown) => ListPage<Row>;
};

/**
 * The rows of a list and what 'Load more' has added to them. Without a script the link leads to the next page; with
 * one the next page is added below. A new first page (another search, a revoked row) starts over.
 */
export function useMorePages<Row>(
  first: ListPage<Row>,
  { parameter = 'cursor', pageOf = (data) => data as ListPage<Row> }: MorePagesOptions<Row> = {},
) {
  const fetcher = useFetcher<unknown>();
  const { pathname, search } = useLocation();
  const [added, setAdded] = useState({ first, pages: [] as ListPage<Row>[] });
  const pages = added.first === first ? [first, ...added.pages] : [first];
  const nextCursor = pages.at(-1)?.nextCursor ?? null;
  const loaded = fetcher.data && !isNotLoaded(fetcher.data) ? pageOf(fetcher.data) : undefined;
  // A page that belongs below another list, one shown before, goes on from another cursor.
  if (loaded && nextCursor !== null && loaded.cursor === nextCursor) {
    setAdded({ first, pages: [...pages.slice(1), loaded] });
  }
  const query = new URLSearchParams(search);
  if (nextCursor) query.set(parameter, nextCursor);
  const to = nextCursor === null ? null : `${pathname}?${query}`;
  return {
    rows: pages.flatMap(({ rows }) => rows),
    to,
    pending: fetcher.state !== 'idle',
    failed: fetcher.state === 'idle' && fetcher.data !== undefined && loaded === undefined,
    onClick(event: MouseEvent) {
      if (to === null || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      if (fetcher.state === 'idle') fetcher.load(to);
    },
  };
}
