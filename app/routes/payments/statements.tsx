import { ownCredit } from '#app/payments/credit/list-credit.server.ts';
import { listOwnStatements } from '#app/payments/credit/statements.server.ts';
import { listLoader } from '#app/routes/list-loader.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { formatUsd } from '#app/shared/money.ts';
import { ListPage } from '#app/ui/list-page.tsx';
import { Facts } from '#app/ui/list-parts.tsx';
import { Card, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/statements';
import { shownStatement, statementColumns } from './statement-pieces.tsx';

export const meta = () =>
  pageMeta(t('common.creditAndStatements'), t('statements.yourCreditAndYourMonthlyStatements'));

export const loader = ({ url, context }: Route.LoaderArgs) =>
  listLoader(url, listQuerySchema, (query) => {
    const actor = context.get(actorContext);
    const { statements, nextCursor } = listOwnStatements(actor, query);
    const credit = ownCredit(actor);
    const facts: [label: string, value: string][] | null = credit && [
      [
        t('common.left'),
        credit.endedAt === null ? formatUsd(credit.leftMinor) : t('common.theAgreementHasEnded'),
      ],
      [t('common.owed'), formatUsd(credit.owedMinor)],
      [t('common.creditLimit'), formatUsd(credit.limitMinor)],
    ];
    return { facts, rows: statements.map(shownStatement), nextCursor };
  });

/** An account's credit and its monthly statements. */
export default function Statements({ loaderData }: Route.ComponentProps) {
  const { facts } = loaderData;
  return (
    <>
      <PageHeader
        title={t('common.creditAndStatements')}
        lead={t('statements.atTheEndOfEachMonth')}
        crumbs={[{ label: t('common.yourPayments'), to: '/payments' }, { label: t('common.statements') }]}
      />
      <div className="grid gap-6">
        {facts && (
          <Card className="max-w-3xl" aria-label={t('statements.yourCredit')}>
            <Facts facts={facts} />
          </Card>
        )}
        <ListPage
          list={loaderData}
          search={{ label: t('statements.searchByNumberOrMonth') }}
          empty={{
            title: t('statements.noStatementsYet'),
            text: t('statements.yourMonthlyStatementsAreListedHere'),
          }}
          table={{
            caption: t('statements.yourStatements'),
            columns: statementColumns(),
            rowKey: ({ id }) => id,
          }}
        />
      </div>
    </>
  );
}
