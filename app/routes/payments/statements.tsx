import { ownCredit } from '#app/payments/credit/list-credit.server.ts';
import { listOwnStatements } from '#app/payments/credit/statements.server.ts';
import { EmptyList } from '#app/ui/empty-list.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { formatUsd } from '#app/shared/money.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { Card } from '#app/ui/card.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { ListSearch } from '#app/ui/search-box.tsx';
import { Table } from '#app/ui/table.tsx';
import { t } from '#messages';
import type { Route } from './+types/statements';
import { shownStatement, statementColumns } from './statement-pieces.tsx';

export const meta = () =>
  pageMeta(t('statements.creditAndStatements'), t('statements.yourCreditAndYourMonthlyStatements'));

export const loader = ({ url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const { cursor, q = '' } = Object.fromEntries(url.searchParams);
  const { statements, nextCursor } = listOwnStatements(actor, parseInput(listQuerySchema, { cursor, q }));
  const credit = ownCredit(actor);
  const facts: [label: string, value: string][] | null = credit && [
    [
      t('statements.left'),
      credit.endedAt === null ? formatUsd(credit.leftMinor) : t('statements.theAgreementHasEnded'),
    ],
    [t('statements.owed'), formatUsd(credit.owedMinor)],
    [t('statements.creditLimit'), formatUsd(credit.limitMinor)],
  ];
  return { facts, rows: statements.map(shownStatement), q, cursor: cursor ?? null, nextCursor };
};

/** An account's credit and its monthly statements. */
export default function Statements({ loaderData }: Route.ComponentProps) {
  const { facts } = loaderData;
  const { rows, ...more } = useMorePages(loaderData);
  return (
    <>
      <PageHeader
        title={t('statements.creditAndStatements')}
        lead={t('statements.atTheEndOfEachMonth')}
        crumbs={[
          { label: t('statements.yourPayments'), to: '/payments' },
          { label: t('statements.statements') },
        ]}
      />
      <div className="grid gap-6">
        {facts && (
          <Card className="max-w-3xl" aria-label={t('statements.yourCredit')}>
            <Facts facts={facts} />
          </Card>
        )}
        <ListSearch
          label={t('statements.searchByNumberOrMonth')}
          q={loaderData.q}
          isEmpty={rows.length === 0}
        />
        {rows.length === 0 ? (
          <EmptyList
            title={t('statements.noStatementsYet')}
            text={t('statements.yourMonthlyStatementsAreListedHere')}
            filtered={loaderData.q !== ''}
            all="/payments/statements"
          />
        ) : (
          <Table
            caption={t('statements.yourStatements')}
            columns={statementColumns()}
            groups={[{ rows }]}
            rowKey={({ id }) => id}
          />
        )}
        <LoadMore {...more} />
      </div>
    </>
  );
}
