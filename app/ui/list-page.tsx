import { type ComponentProps, isValidElement, type ReactElement, type ReactNode, useMemo } from 'react';
import { useLocation } from 'react-router';
import { type Columns, fromColumns } from '#app/shared/columns.ts';
import { EmptyList } from './empty-list.tsx';
import { ListSearch } from './list-search.tsx';
import { type MorePagesOptions, type RowsPage, useMorePages } from './more-pages.ts';
import { LoadMore } from './pagination.tsx';
import { Table } from './table.tsx';

/** A page of a list from its loader (routes/list-loader.server.ts). */
export type List<Row> = Omit<RowsPage<Row>, 'rows'> & { q?: string; filtered?: boolean } & (
    | { rows: readonly Row[] }
    | { columns: Columns<Row> }
  );

type ListPageProps<Row> = {
  list: List<Row>;
  /** For a page with several lists: the query parameter with this list's cursor. */
  parameter?: string;
  /** Finds the list in the loader's data. */
  listOf?: (data: unknown) => List<Row> | undefined;
  /** The search, its filters and the export. */
  search?: Omit<ComponentProps<typeof ListSearch>, 'q' | 'filtered' | 'isEmpty'>;
  /** What the empty list shows: texts for a list without entries, or an element. Without it, the list has no empty state. */
  empty?: { title: string; text: string; hint?: string } | ReactElement | false;
  table?: Omit<ComponentProps<typeof Table<Row>>, 'groups'>;
  /** Renders the rows of a list that is more or other than a table. */
  children?: (rows: readonly Row[]) => ReactNode;
};

function withRows<Row extends object>(list: List<Row>): RowsPage<Row> {
  return 'rows' in list ? list : { ...list, rows: fromColumns(list.columns) };
}

/** A list with its search, filters, export, empty state and 'Load more'. */
export function ListPage<Row extends object>({
  list,
  parameter,
  listOf = (data) => data as List<Row>,
  search,
  empty,
  table,
  children = (rows) => table && <Table {...table} groups={[{ rows }]} />,
}: ListPageProps<Row>) {
  const { pathname } = useLocation();
  const first = useMemo(() => withRows(list), [list]);
  const options: MorePagesOptions<Row> = {
    pageOf(data) {
      const page = listOf(data);
      return page && withRows(page);
    },
  };
  const { rows, ...more } = useMorePages(first, parameter ? { ...options, parameter } : options);
  const { q = '', filtered = false } = list;
  const isEmpty = rows.length === 0;
  return (
    <>
      {search && <ListSearch {...search} q={q} filtered={filtered} isEmpty={isEmpty} />}
      {!isEmpty || !empty ? (
        children(rows)
      ) : isValidElement(empty) ? (
        empty
      ) : (
        <EmptyList {...empty} filtered={filtered} all={pathname} more={more.to !== null} />
      )}
      <LoadMore {...more} />
    </>
  );
}
