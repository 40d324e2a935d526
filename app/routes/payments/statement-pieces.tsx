import { formatMonth } from '#app/payments/credit/month.ts';
import { statementDate, statementNumber } from '#app/payments/credit/statement-lines.ts';
import type { ListedStatement } from '#app/payments/credit/statements.server.ts';
import { formatUsd } from '#app/shared/money.ts';
import { Badge } from '#app/ui/badge.tsx';
import { PathLink } from '#app/ui/path-link.tsx';
import type { Column } from '#app/ui/table.tsx';

/** A statement for lists. */
export const shownStatement = ({ id, number, month, totalMinor, ...dates }: ListedStatement) => ({
  id,
  number: statementNumber(number),
  month: formatMonth(month),
  issued: statementDate(dates.issuedAt),
  total: formatUsd(totalMinor),
  isRefund: totalMinor < 0,
  settled: dates.settledAt === null ? null : statementDate(dates.settledAt),
});

export type ShownStatement = ReturnType<typeof shownStatement>;

export const StatementBadge = ({ settled }: Pick<ShownStatement, 'settled'>) => (
  <Badge tone={settled === null ? 'warning' : 'success'}>
    {settled === null ? 'Open' : `Settled ${settled}`}
  </Badge>
);

export const STATEMENT_COLUMNS: Column<ShownStatement>[] = [
  {
    header: 'Statement',
    cell: ({ id, number }) => (
      <PathLink className="link" href={`/payments/statements/${id}`}>
        {number}
      </PathLink>
    ),
  },
  { header: 'Month', cell: ({ month }) => month },
  { header: 'Issued', cell: ({ issued }) => issued },
  { header: 'Total', align: 'end', cell: ({ total }) => total },
  { header: 'State', cell: ({ settled }) => <StatementBadge settled={settled} /> },
  {
    header: 'Files',
    screenOnly: true,
    cell: ({ id, number }) => (
      <>
        <a className="link" href={`/payments/statements/${id}/pdf`} aria-label={`${number} as PDF`}>
          PDF
        </a>{' '}
        <a className="link" href={`/payments/statements/${id}/csv`} aria-label={`${number} as CSV`}>
          CSV
        </a>
      </>
    ),
  },
];
