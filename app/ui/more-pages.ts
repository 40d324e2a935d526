import { type MouseEvent, useEffect, useState } from 'react';
import { useFetcher, useLocation } from 'react-router';

/** A page of a list. `cursor` is where it starts, or null for the first page. */
export type RowsPage<Row> = { rows: readonly Row[]; cursor: string | null; nextCursor: string | null };

/** Whether a load got no response (routes/failed-requests.ts). */
const isNotLoaded = (data: unknown) => typeof data === 'object' && data !== null && 'notLoaded' in data;

type MorePagesOptions<Row> = {
  /** The query parameter with the list's cursor, for a page with several lists. */
  parameter?: string | undefined;
  /** Finds the list in the loader's data. Undefined if it could not be loaded. */
  pageOf?: (data: unknown) => RowsPage<Row> | undefined;
};

type Shown<Row> = {
  /** The URL whose data the pages are. */
  list: string;
  first: RowsPage<Row>;
  /** Pages added below the first one. */
  added: RowsPage<Row>[];
  /** The previous pages, shown until the same number is reloaded. */
  before: RowsPage<Row>[] | null;
};

function withParameter(list: string, parameter: string, value: string | null) {
  const [path, search] = list.split('?', 2);
  const query = new URLSearchParams(search);
  if (value === null) query.delete(parameter);
  else query.set(parameter, value);
  return query.size > 0 ? `${path}?${query}` : (path ?? '');
}

/**
 * The rows of a list with the pages that 'Load more' added. Without JavaScript, the link opens the next page. After an action,
 * the added pages are reloaded. A new search starts over.
 */
export function useMorePages<Row>(
  first: RowsPage<Row>,
  { parameter = 'cursor', pageOf = (data) => data as RowsPage<Row> }: MorePagesOptions<Row> = {},
) {
  const fetcher = useFetcher<unknown>();
  const { pathname, search } = useLocation();
  const list = pathname + search;
  const [state, setShown] = useState<Shown<Row>>({ list, first, added: [], before: null });
  const shown = state.first === first ? state : startOver(state, list, first);
  if (shown !== state) setShown(shown);
  const pages = [first, ...shown.added];
  const nextCursor = pages.at(-1)?.nextCursor ?? null;
  const loaded = fetcher.data && !isNotLoaded(fetcher.data) ? pageOf(fetcher.data) : undefined;
  // A page of a previous list has another cursor.
  if (loaded && nextCursor !== null && loaded.cursor === nextCursor) {
    setShown({ ...shown, added: [...shown.added, loaded] });
  }
  const idle = fetcher.state === 'idle';
  const failed = idle && fetcher.data !== undefined && loaded === undefined;
  const before = nextCursor !== null && !failed && shown.before ? shown.before : null;
  const reloading = before !== null && pages.length < before.length;
  // While a new search has not loaded, the rows on screen and their cursor are still those of the list before.
  const to = nextCursor === null ? null : withParameter(shown.list, parameter, nextCursor);
  useEffect(() => {
    if (reloading && idle && to !== null) fetcher.load(to);
  }, [reloading, idle, to, fetcher.load]);
  return {
    rows: (reloading ? before : pages).flatMap(({ rows }) => rows),
    to,
    firstPage: first.cursor === null ? null : withParameter(shown.list, parameter, null),
    pending: !idle && !reloading,
    failed,
    onClick(event: MouseEvent) {
      if (to === null || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      if (idle) fetcher.load(to);
    },
  };
}

/** Keeps the further pages of a list after its first page was reloaded, until they are reloaded too. */
const startOver = <Row>(old: Shown<Row>, list: string, first: RowsPage<Row>): Shown<Row> => {
  const pages = old.before ?? [old.first, ...old.added];
  return { list, first, added: [], before: old.list === list && pages.length > 1 ? pages : null };
};
