import { inLanguage } from '#app/messages/reader-language.server.ts';
import {
  documentOf,
  entryTitle,
  statementDate,
  statementHead,
  statementNumber,
  statementTotals,
} from '#app/payments/credit/statement-lines.ts';
import { statementEntries, statementOf } from '#app/payments/credit/statements.server.ts';
import { DocumentCard } from '#app/routes/pieces/document-card.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { formatUsd } from '#app/shared/money.ts';
import { ButtonAnchor } from '#app/ui/button.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { PathLink } from '#app/ui/path-link.tsx';
import { type Column, Table } from '#app/ui/table.tsx';
import { t } from '#messages';
import type { Route } from './+types/statement';
import { StatementBadge } from './statement-pieces.tsx';

export const meta = () => pageMeta(t('statement.statement'), t('statement.paymentsFromCreditInOneMonth'));

export const loader = ({ params, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const statement = statementOf(actor, params.id);
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const { items, nextCursor } = statementEntries(statement, cursor);
  const isOffice = actor.kind === 'user' && actor.user.role === 'superadmin';
  return {
    id: statement.id,
    list: isOffice ? `/superadmin/credit/${statement.userId}` : '/payments/statements',
    number: statementNumber(statement.number),
    settled: statement.settledAt === null ? null : statementDate(statement.settledAt),
    language: statement.language,
    lines: inLanguage(statement.language, () => [...statementHead(statement), ...statementTotals(statement)]),
    rows: items.map((entry) => ({
      seq: entry.seq,
      at: statementDate(entry.at),
      title: entryTitle(entry),
      document: documentOf(entry),
      paymentId: entry.paymentId,
      amount: formatUsd(entry.amountMinor),
    })),
    cursor: cursor ?? null,
    nextCursor,
  };
};

const tableColumns = (): Column<Route.ComponentProps['loaderData']['rows'][number]>[] => [
  { header: t('statement.date'), cell: ({ at }) => at },
  {
    header: t('statement.for'),
    cell: ({ title, paymentId }) => (
      <PathLink className="link" href={`/verify/receipts/${paymentId}`}>
        <bdi>{title}</bdi>
      </PathLink>
    ),
  },
  { header: t('statement.document'), cell: ({ document }) => document },
  { header: t('statement.amount'), align: 'end', cell: ({ amount }) => amount },
];

/** A month's statement. */
export default function StatementPage({ loaderData }: Route.ComponentProps) {
  const { id, list, number, settled, language, lines } = loaderData;
  const { rows, ...more } = useMorePages(loaderData);
  return (
    <div className="narrow-page">
      <PageHeader
        title={t('statement.statementNumber', { number })}
        crumbs={[{ label: t('statement.statements'), to: list }, { label: number }]}
        actions={
          <>
            <ButtonAnchor href={`/payments/statements/${id}/pdf`} target="_blank" rel="noopener">
              {t('statement.downloadPdf')}
            </ButtonAnchor>
            <ButtonAnchor href={`/payments/statements/${id}/csv`} variant="secondary">
              {t('statement.downloadCsv')}
            </ButtonAnchor>
          </>
        }
      />
      <div className="grid gap-6">
        <div>
          <StatementBadge settled={settled} />
        </div>
        <DocumentCard language={language} lines={lines} />
        <Table
          caption={t('statement.drawsAndRefunds')}
          columns={tableColumns()}
          groups={[{ rows }]}
          rowKey={({ seq }) => seq}
        />
        <LoadMore {...more} />
      </div>
    </div>
  );
}
