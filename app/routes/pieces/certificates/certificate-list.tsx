import { type ReactNode, useMemo } from 'react';
import { EmptyList } from '#app/ui/empty-list.tsx';
import { type Columns, fromColumns } from '#app/shared/columns.ts';
import { type RowsPage, useMorePages } from '#app/ui/more-pages.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { ListControls, type States } from './list-controls.tsx';

/** A page of rows and the search, from the loader. */
export type CertificatesPage<Row> = Omit<RowsPage<Row>, 'rows'> & {
  columns: Columns<Row>;
  q: string;
  state: string;
  filtered: boolean;
};

const withRows = <Row extends object>({ columns, cursor, nextCursor }: CertificatesPage<Row>) => ({
  rows: fromColumns(columns),
  cursor,
  nextCursor,
});

type CertificateListProps<Row> = {
  page: CertificatesPage<Row>;
  path: string;
  /** Whether the list's CSV is at its path with `.csv`. */
  hasCsv?: boolean;
  /** What the search box asks for. */
  placeholder?: string;
  states: States;
  /** Further fields of the search form. */
  filters?: ReactNode;
  /** Text of the empty list. */
  empty: { title: string; text: string };
  /** Renders the rows, of which there is at least one. */
  children: (rows: readonly Row[]) => ReactNode;
};

/** A list of certificates with search, export and 'Load more'. */
export function CertificateList<Row extends object>({
  page,
  path,
  hasCsv = true,
  placeholder,
  states,
  filters,
  empty,
  children,
}: CertificateListProps<Row>) {
  const first = useMemo(() => withRows(page), [page]);
  const { rows, ...more } = useMorePages(first, {
    pageOf: (data) => withRows(data as CertificatesPage<Row>),
  });
  return (
    <>
      <ListControls
        states={states}
        q={page.q}
        state={page.state}
        {...(hasCsv && { csv: `${path}.csv` })}
        {...(placeholder && { placeholder })}
      >
        {filters}
      </ListControls>
      {rows.length === 0 ? (
        <EmptyList {...empty} filtered={page.filtered} all={path} more={more.to !== null} />
      ) : (
        children(rows)
      )}
      <LoadMore {...more} />
    </>
  );
}
