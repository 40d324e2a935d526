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
import type { Route } from './+types/statement';
import { StatementBadge } from './statement-pieces.tsx';

export const meta = () => pageMeta('Statement', 'Payments from credit in one month.');

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
    lines: [...statementHead(statement), ...statementTotals(statement)],
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

const COLUMNS: Column<Route.ComponentProps['loaderData']['rows'][number]>[] = [
  { header: 'Date', cell: ({ at }) => at },
  {
    header: 'For',
    cell: ({ title, paymentId }) => (
      <PathLink className="link" href={`/verify/receipts/${paymentId}`}>
        {title}
      </PathLink>
    ),
  },
  { header: 'Document', cell: ({ document }) => document },
  { header: 'Amount', align: 'end', cell: ({ amount }) => amount },
];

/** A month's statement. */
export default function StatementPage({ loaderData }: Route.ComponentProps) {
  const { id, list, number, settled, lines } = loaderData;
  const { rows, ...more } = useMorePages(loaderData);
  return (
    <div className="narrow-page">
      <PageHeader
        title={`Statement ${number}`}
        crumbs={[{ label: 'Statements', to: list }, { label: number }]}
        actions={
          <>
            <ButtonAnchor href={`/payments/statements/${id}/pdf`} target="_blank" rel="noopener">
              Download PDF
            </ButtonAnchor>
            <ButtonAnchor href={`/payments/statements/${id}/csv`} variant="secondary">
              Download CSV
            </ButtonAnchor>
          </>
        }
      />
      <div className="grid gap-6">
        <div>
          <StatementBadge settled={settled} />
        </div>
        <DocumentCard lines={lines} />
        <Table caption="Draws and refunds" columns={COLUMNS} groups={[{ rows }]} rowKey={({ seq }) => seq} />
        <LoadMore {...more} />
      </div>
    </div>
  );
}
