import { formatNumber } from '#app/messages/format-numbers.ts';
import type { Durations } from '#app/shared/durations-by-name.server.ts';
import { Table } from '#app/ui/list-parts.tsx';
import { t } from '#messages';

const milliseconds = (ms: number) =>
  t('durationTable.valueMs', {
    value: formatNumber(ms < 10 ? Math.max(0.1, Math.round(ms * 10) / 10) : Math.round(ms)),
  });

/** The row of a route or a query. */
export const durationRow = ({ name, count, totalMs, longestMs }: Durations) => ({
  name,
  count: formatNumber(count),
  mean: milliseconds(totalMs / count),
  longest: milliseconds(longestMs),
});

type DurationRow = ReturnType<typeof durationRow>;

const SHORT_TEXT = 120;

/** A route or SQL, folded when it is long. */
const LongText = ({ text }: { text: string }) =>
  text.length <= SHORT_TEXT ? (
    <code className="breakable font-normal">{text}</code>
  ) : (
    <details className="min-w-0 font-normal">
      <summary>
        <code className="breakable">{text.slice(0, SHORT_TEXT)}…</code>
      </summary>
      <code className="breakable">{text}</code>
    </details>
  );

type DurationTableProps = {
  caption: string;
  /** Heading of the names. */
  name: string;
  /** Heading of the counts. */
  count: string;
  rows: readonly DurationRow[];
};

/** Routes or queries with their durations. */
export const DurationTable = ({ caption, name, count, rows }: DurationTableProps) => (
  <Table
    caption={caption}
    columns={[
      { header: name, single: true, cell: (row) => <LongText text={row.name} /> },
      { header: count, align: 'end', cell: (row) => row.count },
      { header: t('durationTable.meanTime'), align: 'end', cell: ({ mean }) => mean },
      { header: t('durationTable.longestTime'), align: 'end', cell: ({ longest }) => longest },
    ]}
    rowKey={(row) => row.name}
    groups={[{ rows }]}
  />
);
