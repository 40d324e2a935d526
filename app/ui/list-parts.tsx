import { type IconNode, Inbox } from 'lucide';
import { type Key, type MouseEvent, type ReactNode, useId, useRef } from 'react';
import type { FetcherWithComponents } from 'react-router';
import type { DayGroup } from '#app/shared/zoned-dates.ts';
import { t } from '#messages';
import { useNonce } from './nonce.ts';
import { Alert, Button, ButtonLink, EmailText, FormAlert, Icon, isolated, PathLink } from './page.tsx';

export type BadgeTone = 'neutral' | 'success' | 'danger' | 'warning' | 'info' | 'gold';

/** The element of `Badge`, for lists: a component takes longer than the element that it renders. */
export const badge = (tone: BadgeTone, children: ReactNode) => (
  <span className="badge" data-tone={tone}>
    {children}
  </span>
);

/** A state as a badge. Its label is a function, so that a table of all states is a constant. */
export const stateBadge = ([tone, label]: readonly [tone: BadgeTone, label: () => string]) =>
  badge(tone, label());

/** A short state or category. The text alone conveys the meaning of the colour. */
export const Badge = ({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) =>
  badge(tone, children);

/** 'mara@osei.example' or 'Mara Osei <mara@osei.example>'. */
const ADDRESS = /^[^\s@]+@[^\s@]+$|<[^\s@]+@[^\s@]+>$/;

const shown = (value: ReactNode) =>
  typeof value === 'string' && ADDRESS.test(value) ? <EmailText>{value}</EmailText> : isolated(value);

/** Labels with their values. `breakable` lets long words in values wrap. */
export const Facts = ({
  facts,
  breakable,
}: {
  facts: readonly (readonly [label: string, value: ReactNode])[];
  breakable?: boolean;
}) => (
  <dl className="facts">
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className={breakable ? 'breakable' : undefined}>{shown(value)}</dd>
      </div>
    ))}
  </dl>
);

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

type Answer = { ok: boolean; toast: { message: string } } | undefined;

/** The error of the page's last action. Unlike its toast, it stays. */
export const ActionAlert = ({ answer }: { answer: Answer }) =>
  answer?.ok === false && (
    <div className="mb-5 [.grid>&]:mb-0">
      <FormAlert errors={answer.toast.message} />
    </div>
  );

/** The error of a fetcher, with a retry button, because the fetcher's form has left the page. */
export function RetryAlert<Data extends Answer>({ fetcher }: { fetcher: FetcherWithComponents<Data> }) {
  const sent = useRef<{ form: FormData; action: string }>(null);
  if (fetcher.formData) sent.current = { form: fetcher.formData, action: fetcher.formAction ?? '' };
  const failed = fetcher.state === 'idle' && fetcher.data?.ok === false ? fetcher.data : null;
  if (!failed) return null;
  return (
    <div className="mb-5">
      <Alert tone="error" title={failed.toast.message}>
        <Button
          size="small"
          variant="secondary"
          onClick={() => {
            if (!sent.current) return;
            const { form, action } = sent.current;
            void fetcher.submit(form, { method: 'post', action });
          }}
        >
          {t('common.tryAgain')}
        </Button>
      </Alert>
    </div>
  );
}

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** Every cell is one element that limits its own width, as the class `cell` does, and needs no wrapper. */
  single?: boolean;
  /** Action column; hidden in print. */
  screenOnly?: boolean;
  /** Sorts by the column: where its link leads, and how it is sorted now. */
  sort?: { to: string; order: 'ascending' | 'descending' | undefined } | undefined;
  /** The column's width. A table whose columns have one fits its page: its rows have two lines at most, and its head stays in view. */
  width?: string;
  /** Where the two lines of a row on a narrow screen have the cell of such a table. Without a place, they leave it out. */
  place?: 'title' | 'end' | 'text' | 'aside' | 'menu';
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
 * The labels, widths and places of the cells, as a style of each column. As attributes of each cell, labels would be a tenth of a
 * list's HTML and of the time to render it.
 */
const columnStyles = (
  tableId: string,
  columns: readonly Pick<Column<never>, 'header' | 'width' | 'place'>[],
) =>
  columns
    .map(({ header, width, place }, index) => {
      const look = width && `width:${width};${place ? `grid-area:${place}` : '--narrow:none'}`;
      return `#${tableId} tr>:nth-child(${index + 1}){${look ?? `--label:${cssString(header)}`}}`;
    })
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
        {columnStyles(id, columns)}
      </style>
      <table id={id} className={columns[0]?.width ? 'table dense' : 'table'}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                data-align={column.align}
                data-no-print={noPrint(column.screenOnly)}
                aria-sort={column.sort?.order}
              >
                {column.sort ? (
                  <PathLink className="sort" href={column.sort.to}>
                    {column.header}
                  </PathLink>
                ) : (
                  column.header
                )}
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

/** Above it, lists say 'more than': counting would take as long as the list is. */
export const MOST_COUNTED = 10_000;
export type ListTotal = { count: number; isAbout: boolean };

type ListStatusProps = {
  shown: number;
  q: string;
  total?: ListTotal | null;
  to: string | null;
  firstPage: string | null;
};

/** How many rows a list shows, which screen readers hear after a search. */
export function ListStatus({ shown, q, total = null, to, firstPage }: ListStatusProps) {
  const entries = entriesOf(shown, to === null && firstPage === null, total);
  return <p role="status">{q === '' ? entries : t('listPage.entriesForQ', { entries, q })}</p>;
}

function entriesOf(shown: number, isWhole: boolean, total: ListTotal | null) {
  if (isWhole) return t('listPage.countEntries', { count: shown });
  if (!total) return t('listPage.countEntriesAndMore', { count: shown });
  if (total.count > MOST_COUNTED)
    return t('listPage.countOfMoreThanMost', { count: shown, most: MOST_COUNTED });
  return total.isAbout
    ? t('listPage.countOfAboutTotal', { count: shown, total: total.count })
    : t('listPage.countOfTotal', { count: shown, total: total.count });
}

type LoadMoreProps = {
  to: string | null;
  /** URL of the first page. Null on the first page. */
  firstPage?: string | null;
  pending?: boolean;
  failed?: boolean;
  onClick?: (event: MouseEvent) => void;
};

/** Links to a list's next and first page. Renders nothing for a single page. */
export const LoadMore = ({ to, firstPage = null, pending, failed, onClick }: LoadMoreProps) =>
  to || firstPage ? (
    <nav
      aria-label={t('pagination.moreResults')}
      className="mt-6 grid justify-items-center gap-4"
      data-no-print=""
    >
      <FormAlert errors={failed ? t('pagination.moreResultsCouldNotBeLoaded') : null} />
      <div className="flex flex-wrap justify-center gap-3">
        {firstPage && (
          <ButtonLink to={firstPage} variant="quiet">
            {t('pagination.backToTheFirstPage')}
          </ButtonLink>
        )}
        {to && (
          <ButtonLink to={to} variant="secondary" preventScrollReset onClick={onClick}>
            {pending ? t('pagination.loading') : t('pagination.loadMore')}
          </ButtonLink>
        )}
      </div>
    </nav>
  ) : null;
