import { formatMonth, statementDate, statementNumber } from '#app/payments/credit/statement-lines.ts';
import type { ListedStatement } from '#app/payments/credit/statements.server.ts';
import { formatUsd } from '#app/shared/money.ts';
import { Badge, type Column } from '#app/ui/list-parts.tsx';
import { PathLink } from '#app/ui/page.tsx';
import { t } from '#messages';

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
    {settled === null ? t('statementPieces.open') : t('statementPieces.settledSettled', { settled })}
  </Badge>
);

export const statementColumns = (): Column<ShownStatement>[] => [
  {
    header: t('common.statement'),
    cell: ({ id, number }) => (
      <PathLink className="link" href={`/payments/statements/${id}`}>
        {number}
      </PathLink>
    ),
  },
  { header: t('statementPieces.month'), cell: ({ month }) => month },
  { header: t('statementPieces.issued'), cell: ({ issued }) => issued },
  { header: t('common.total'), align: 'end', cell: ({ total }) => total },
  { header: t('common.state'), cell: ({ settled }) => <StatementBadge settled={settled} /> },
  {
    header: t('common.files'),
    screenOnly: true,
    cell: ({ id, number }) => (
      <span className="row-links">
        <a
          className="link"
          href={`/payments/statements/${id}/pdf`}
          aria-label={t('statementPieces.numberAsPdf', { number })}
        >
          {t('common.pdf')}
        </a>
        <a
          className="link"
          href={`/payments/statements/${id}/csv`}
          aria-label={t('statementPieces.numberAsCsv', { number })}
        >
          {t('statementPieces.csv')}
        </a>
      </span>
    ),
  },
];
