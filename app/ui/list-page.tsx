import { type IconNode, Inbox } from 'lucide';
import type { ComponentProps, Key, ReactElement, ReactNode } from 'react';
import { isValidElement, useId, useMemo } from 'react';
import { useLocation } from 'react-router';
import { type Columns, fromColumns } from '#app/shared/columns.ts';
import type { DayGroup } from '#app/shared/zoned-dates.ts';
import { t } from '#messages';
import { isolated } from './breakable.tsx';
import { Icon } from './icon.tsx';
import { ListSearch } from './list-search.tsx';
import { type RowsPage, useMorePages } from './more-pages.ts';
import { useNonce } from './nonce.ts';
import { ButtonLink } from './page.tsx';
import { LoadMore } from './pagination.tsx';

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** Every cell is one element that limits its own width, as the class `cell` does, and needs no wrapper. */
  single?: boolean;
  /** Action column; hidden in print. */
  screenOnly?: boolean;
};

const noPrint = (screenOnly?: boolean) => (screenOnly ? '' : undefined);

type RowGroup<Row> = { heading?: string; rows: readonly Row[] };

type TableProps<Row> = {
  /** Name of the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => Key;
  /** Rows under headings such as 'Today'. Empty groups are omitted. */
  groups: readonly RowGroup<Row>[];
  fadeIn?: boolean;
};

const cssString = (text: string) =>
  `"${text.replace(/[^\w -]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;

/**
 * The labels of the cells on narrow screens, as a style of each column. As an attribute of each cell they would be a tenth of a
 * list's HTML and of the time to render it.
 */
const labels = (tableId: string, columns: readonly { header: string }[]) =>
  columns
    .map(({ header }, place) => `#${tableId} tr>:nth-child(${place + 1}){--label:${cssString(header)}}`)
    .join('');

/** Wraps elements, because a narrow screen shows the label and a single child side by side. */
const cellContent = (content: ReactNode, single = false) =>
  single || typeof content === 'string' ? isolated(content) : <div className="cell">{content}</div>;

/** A table of grouped rows. On narrow screens each row becomes a card. The first column is the row's header. */
export function Table<Row>({ caption, columns, rowKey, groups, fadeIn }: TableProps<Row>) {
  const id = useId();
  return (
    <div className={`table-frame ${fadeIn ? 'fade-in' : ''}`}>
      <style nonce={useNonce()} suppressHydrationWarning>
        {labels(id, columns)}
      </style>
      <table id={id} className="table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                data-align={column.align}
                data-no-print={noPrint(column.screenOnly)}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ heading, rows }, index) =>
          rows.length === 0 ? null : (
            <tbody key={heading ?? index}>
              {heading && <GroupHeading columns={columns.length}>{heading}</GroupHeading>}
              {rows.map((row) => (
                <tr key={rowKey(row)}>
                  {columns.map(({ header, cell, align, single, screenOnly }, column) =>
                    column === 0 ? (
                      <th key={header} scope="row">
                        {cellContent(cell(row), single)}
                      </th>
                    ) : (
                      <td key={header} data-align={align} data-no-print={noPrint(screenOnly)}>
                        {cellContent(cell(row), single)}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          ),
        )}
      </table>
    </div>
  );
}

/** The heading row of a group, for hand-written tables. */
const GroupHeading = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <tr>
    <th className="group-heading" colSpan={columns} scope="rowgroup">
      {children}
    </th>
  </tr>
);

const ORDER: DayGroup[] = ['today', 'yesterday', 'earlier'];

const headings = (): Record<DayGroup, string> => ({
  today: t('grouped.today'),
  yesterday: t('grouped.yesterday'),
  earlier: t('grouped.earlier'),
});

/** Splits rows by day, with a heading for each group. Leaves out empty groups. */
export const grouped = <Row extends { group: DayGroup }>(rows: readonly Row[]) =>
  ORDER.map((group) => ({
    heading: headings()[group],
    rows: rows.filter((row) => row.group === group),
  })).filter((group) => group.rows.length > 0);

/** A page of a list from its loader (routes/list-loader.server.ts). */
export type List<Row> = Omit<RowsPage<Row>, 'rows'> & { q?: string; filtered?: boolean } & (
    | { rows: readonly Row[] }
    | { columns: Columns<Row> }
  );

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
      title={t('emptyList.nothingFound')}
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

type EmptyStateProps = {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  icon?: IconNode;
};

/** Shown instead of an empty list, with a next step. */
export function EmptyState({ title, children, action, icon = Inbox }: EmptyStateProps) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon of={icon} />
      </span>
      <h2 className="text-xl">{title}</h2>
      {children && <div className="empty-text">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
