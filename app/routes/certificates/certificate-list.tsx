import type { ReactNode } from 'react';
import { type ListPage, useMorePages } from '#app/ui/more-pages.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { EmptyList } from './empty-list.tsx';
import { ListControls, type States } from './list-controls.tsx';

type CertificateListProps<Row> = {
  /** A page of rows and the search, from the loader. */
  page: ListPage<Row> & { q: string; state: string; filtered: boolean };
  /** The list's path. Its CSV is at this path with `.csv`. */
  path: string;
  states: States;
  /** Further fields of the search form. */
  filters?: ReactNode;
  /** Text of the empty list. */
  empty: { title: string; text: string };
  /** Renders the rows, of which there is at least one. */
  children: (rows: readonly Row[]) => ReactNode;
};

/** A list of certificates with search, export and 'Load more'. */
export function CertificateList<Row>({
  page,
  path,
  states,
  filters,
  empty,
  children,
}: CertificateListProps<Row>) {
  const { rows, ...more } = useMorePages(page);
  return (
    <>
      <ListControls states={states} q={page.q} state={page.state} csv={`${path}.csv`}>
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
