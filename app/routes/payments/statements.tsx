import { ownCredit } from '#app/payments/credit/list-credit.server.ts';
import { listOwnStatements } from '#app/payments/credit/statements.server.ts';
import { EmptyList } from '#app/routes/pieces/empty-list.tsx';
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
import type { Route } from './+types/statements';
import { STATEMENT_COLUMNS, shownStatement } from './statement-pieces.tsx';

export const meta = () => pageMeta('Credit and statements', 'Your credit and your monthly statements.');

export const loader = ({ url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const { cursor, q = '' } = Object.fromEntries(url.searchParams);
  const { statements, nextCursor } = listOwnStatements(actor, parseInput(listQuerySchema, { cursor, q }));
  const credit = ownCredit(actor);
  const facts: [label: string, value: string][] | null = credit && [
    ['Left', credit.endedAt === null ? formatUsd(credit.leftMinor) : 'The agreement has ended.'],
    ['Owed', formatUsd(credit.owedMinor)],
    ['Credit limit', formatUsd(credit.limitMinor)],
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
        title="Credit and statements"
        lead="At the end of each month (UTC) with payments from credit, you get a statement."
        crumbs={[{ label: 'Your Payments', to: '/payments' }, { label: 'Statements' }]}
      />
      <div className="grid gap-6">
        {facts && (
          <Card className="max-w-3xl" aria-label="Your credit">
            <Facts facts={facts} />
          </Card>
        )}
        <ListSearch label="Search by number or month" q={loaderData.q} isEmpty={rows.length === 0} />
        {rows.length === 0 ? (
          <EmptyList
            title="No statements yet"
            text="Your monthly statements are listed here."
            filtered={loaderData.q !== ''}
            all="/payments/statements"
          />
        ) : (
          <Table
            caption="Your statements"
            columns={STATEMENT_COLUMNS}
            groups={[{ rows }]}
            rowKey={({ id }) => id}
          />
        )}
        <LoadMore {...more} />
      </div>
    </>
  );
}
