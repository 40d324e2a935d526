import { type Key, type ReactNode, useId } from 'react';
import type { DayGroup } from '#app/shared/zoned-dates.ts';
import { t } from '#messages';
import { isolated } from './breakable.tsx';
import { useNonce } from './nonce.ts';

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
