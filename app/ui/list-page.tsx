import { Download } from 'lucide';
import { type ComponentProps, isValidElement, type ReactElement, type ReactNode, useMemo } from 'react';
import { useLocation } from 'react-router';
import { type Columns, fromColumns } from '#app/shared/columns.ts';
import { t } from '#messages';
import { EmptyState, ListStatus, type ListTotal, LoadMore, Table } from './list-parts.tsx';
import { type RowsPage, useMorePages } from './more-pages.ts';
import { ButtonAnchor, ButtonLink, Icon } from './page.tsx';
import { QuerySelect, SearchBox } from './search-box.tsx';

/** A page of a list from its loader (routes/list-loader.server.ts). */
export type List<Row> = Omit<RowsPage<Row>, 'rows'> & {
  q?: string;
  filtered?: boolean;
  /** How many rows the list has, or with `isAbout`, how many it may have. */
  total?: ListTotal | null;
} & ({ rows: readonly Row[] } | { columns: Columns<Row> });

type EmptyTexts = {
  title: string;
  text: string;
  /** The fields that a search covers. */
  hint?: string;
};

type ListPageProps<Row> = {
  list: List<Row>;
  /** For a page with several lists: the list's name in the loader's data, and the query parameter with its cursor. */
  name?: string;
  /** Finds the list in the loader's data. */
  listOf?: (data: unknown) => List<Row> | undefined;
  /** The search, its filters and the export. */
  search?: Omit<ComponentProps<typeof ListSearch>, 'q' | 'filtered' | 'isEmpty'>;
  /** The empty state: texts, or an element. Without it, the list has none. */
  empty?: EmptyTexts | ReactElement | false;
  table?: Omit<ComponentProps<typeof Table<Row>>, 'groups'>;
  /** What can be done with the rows that are selected in it. Shown while there are any. */
  bulk?: ReactNode;
  /** Renders the rows of a list that is more or other than a table. */
  children?: (rows: readonly Row[]) => ReactNode;
};

const withRows = <Row extends object>(list: List<Row>): RowsPage<Row> =>
  'rows' in list ? list : { ...list, rows: fromColumns(list.columns) };

/** A list with its search, filters, export, empty state and 'Load more'. */
export function ListPage<Row extends object>({
  list,
  name,
  listOf = (data) => (name === undefined ? data : Reflect.get(data as object, name)) as List<Row> | undefined,
  search,
  empty,
  table,
  bulk,
  children = (rows) => table && <Table {...table} groups={[{ rows }]} />,
}: ListPageProps<Row>) {
  const { pathname } = useLocation();
  const first = useMemo(() => withRows(list), [list]);
  const { rows, ...more } = useMorePages(first, {
    parameter: name,
    pageOf(data) {
      const page = listOf(data);
      return page && withRows(page);
    },
  });
  const { q, filtered = false, total = null } = list;
  const isEmpty = rows.length === 0;
  return (
    <div className="list">
      {search && <ListSearch {...search} q={q ?? ''} filtered={filtered} isEmpty={isEmpty} />}
      {q !== undefined && (
        <div className="list-head" data-no-print="">
          <ListStatus shown={rows.length} q={q} total={total} {...more} />
          {!isEmpty && bulk}
          {search?.csv && <ExportLink />}
        </div>
      )}
      {!isEmpty || !empty ? (
        children(rows)
      ) : isValidElement(empty) ? (
        empty
      ) : (
        <EmptyList {...empty} filtered={filtered} all={pathname} more={more.to !== null} />
      )}
      <LoadMore {...more} />
    </div>
  );
}

function ExportLink() {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete('cursor');
  return (
    <ButtonAnchor
      href={`${pathname}.csv${query.size ? `?${query}` : ''}`}
      variant="quiet"
      size="small"
      download
    >
      <Icon of={Download} />
      {t('listControls.exportCsv')}
    </ButtonAnchor>
  );
}

/** Shown instead of an empty list: no rows yet, no matches, or no matches among the newest entries. */
function EmptyList({
  title,
  text,
  filtered,
  all,
  more,
  hint = t('emptyList.theBeginningOfAWordIsEnough'),
}: EmptyTexts & {
  filtered: boolean;
  all: string;
  /** Whether older entries remain to be searched. */
  more: boolean;
}) {
  if (more) {
    return (
      <EmptyState title={t('emptyList.nothingFoundAmongTheNewestEntries')}>
        {t('emptyList.fewEntriesMatchThisSearch')}
      </EmptyState>
    );
  }
  return filtered ? (
    <EmptyState
      title={t('common.nothingFound')}
      action={
        <ButtonLink to={all} variant="secondary">
          {t('emptyList.showAll')}
        </ButtonLink>
      }
    >
      {t('emptyList.noEntriesMatchYourSearchHint', { hint })}
    </EmptyState>
  ) : (
    <EmptyState title={title}>{text}</EmptyState>
  );
}

export type States = readonly (readonly [value: string, label: string])[];

type ListSearchProps = {
  label?: string;
  placeholder?: string;
  q: string;
  /** Whether the list has a search or a filter. */
  filtered: boolean;
  isEmpty: boolean;
  /** Shown while the list has nothing to search, too. */
  always?: boolean;
  action?: string;
  /** Choices of the filter `state`, and the chosen one. */
  states?: States;
  state?: string;
  /** Further fields of the search form, which unfold below its row together with the states. */
  fields?: ReactNode;
  /** Whether the list's CSV is at its path with `.csv`. */
  csv?: boolean;
};

/** Search, filters and export of a list, as a GET form whose result has a URL. */
export function ListSearch({
  label = t('common.search'),
  placeholder,
  q,
  filtered,
  isEmpty,
  always = false,
  action,
  states,
  state,
  fields,
}: ListSearchProps) {
  const { search } = useLocation();
  if (isEmpty && !filtered && !always) return null;
  const ofStates = states && (
    <QuerySelect name="state" aria-label={t('common.state')} value={state ?? ''}>
      {states.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </QuerySelect>
  );
  const inUse = [...new URLSearchParams(search)].filter(
    ([name, value]) => value && !NO_FILTERS.includes(name),
  );
  return (
    <div className="list-controls" data-no-print="">
      <SearchBox
        label={label}
        defaultValue={q}
        {...(placeholder && { placeholder })}
        {...(action && { action })}
        filters={
          fields
            ? {
                inUse: inUse.length,
                fields: (
                  <>
                    {ofStates}
                    {fields}
                  </>
                ),
              }
            : undefined
        }
      >
        {!fields && ofStates}
      </SearchBox>
    </div>
  );
}

/** Parameters of a list's URL that its filters do not count. */
const NO_FILTERS = ['q', 'cursor', 'sort'];
