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
import { listLoader } from '#app/routes/list-loader.server.ts';
import { DocumentCard } from '#app/routes/pieces/payment-pieces.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { formatUsd } from '#app/shared/money.ts';
import { ListPage } from '#app/ui/list-page.tsx';
import type { Column } from '#app/ui/list-parts.tsx';
import { ButtonAnchor, PageHeader, PathLink, pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/statement';
import { StatementBadge } from './statement-pieces.tsx';

export const meta = () => pageMeta(t('common.statement'), t('statement.paymentsFromCreditInOneMonth'));

export const loader = ({ params, url, context }: Route.LoaderArgs) =>
  listLoader(url, listQuerySchema, ({ cursor }) => {
    const actor = context.get(actorContext);
    const statement = statementOf(actor, params.id);
    const { items, nextCursor } = statementEntries(statement, cursor);
    const isOffice = actor.kind === 'user' && actor.user.role === 'superadmin';
    return {
      id: statement.id,
      back: isOffice ? `/superadmin/credit/${statement.userId}` : '/payments/statements',
      number: statementNumber(statement.number),
      settled: statement.settledAt === null ? null : statementDate(statement.settledAt),
      language: statement.language,
      lines: inLanguage(statement.language, () =>
        [statementHead(statement), statementTotals(statement)].flat(),
      ),
      rows: items.map((entry) => ({
        seq: entry.seq,
        at: statementDate(entry.at),
        title: entryTitle(entry),
        document: documentOf(entry),
        paymentId: entry.paymentId,
        amount: formatUsd(entry.amountMinor),
      })),
      nextCursor,
    };
  });

const columns = (): Column<Route.ComponentProps['loaderData']['rows'][number]>[] => [
  { header: t('common.date'), cell: ({ at }) => at },
  {
    header: t('common.for'),
    cell: ({ title, paymentId }) => (
      <PathLink className="link" href={`/verify/receipts/${paymentId}`}>
        <bdi>{title}</bdi>
      </PathLink>
    ),
  },
  { header: t('statement.document'), cell: ({ document }) => document },
  { header: t('common.amount'), align: 'end', cell: ({ amount }) => amount },
];

/** A month's statement. */
export default function StatementPage({ loaderData }: Route.ComponentProps) {
  const { id, back, number, settled, language, lines } = loaderData;
  return (
    <div className="narrow-page">
      <PageHeader
        title={t('common.statementNumber', { number })}
        crumbs={[{ label: t('common.statements'), to: back }, { label: number }]}
        actions={
          <>
            <ButtonAnchor href={`/payments/statements/${id}/pdf`} target="_blank" rel="noopener">
              {t('common.downloadPdf')}
            </ButtonAnchor>
            <ButtonAnchor href={`/payments/statements/${id}/csv`} variant="secondary">
              {t('common.downloadCsv')}
            </ButtonAnchor>
          </>
        }
      />
      <div className="grid gap-6">
        <div>
          <StatementBadge settled={settled} />
        </div>
        <DocumentCard language={language} lines={lines} />
        <ListPage
          list={loaderData}
          table={{ caption: t('statement.drawsAndRefunds'), columns: columns(), rowKey: ({ seq }) => seq }}
        />
      </div>
    </div>
  );
}
