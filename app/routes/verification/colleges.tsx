import { decisionWords } from '#app/accounts/decision-words.ts';
import { listApprovedIssuers } from '#app/accounts/list-approved-issuers.server.ts';
import { listQuery } from '#app/routes/pieces/certificates/list-query.server.ts';
import { EmptyList } from '#app/routes/pieces/empty-list.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { SearchBox } from '#app/ui/search-box.tsx';
import { Table } from '#app/ui/table.tsx';
import type { Route } from './+types/colleges';

export const meta = () => pageMeta('Colleges', 'Institutions that are approved to issue certificates here.');

export const loader = ({ url, context }: Route.LoaderArgs) => {
  const { q, cursor } = listQuery(url.searchParams);
  const { issuers, nextCursor } = listApprovedIssuers(
    context.get(actorContext),
    parseInput(listQuerySchema, { q, cursor }),
  );
  return { rows: issuers, q, cursor: cursor ?? null, nextCursor };
};

export default function Colleges({ loaderData }: Route.ComponentProps) {
  const { q } = loaderData;
  const { rows, to, ...more } = useMorePages(loaderData);
  return (
    <>
      <PageHeader
        title="Colleges"
        lead="Institutions that may issue certificates here, and whether a super admin approved them."
      />
      {(rows.length > 0 || q !== '') && (
        <div className="mb-6">
          <SearchBox label="Search colleges" placeholder="Search by name or username" defaultValue={q} />
        </div>
      )}
      {rows.length === 0 && to === null ? (
        <EmptyList
          title="No colleges yet"
          text="Approved issuers are listed here."
          filtered={q.trim() !== ''}
          all="/colleges"
        />
      ) : (
        <Table
          caption="Colleges"
          columns={[
            { header: 'Name', cell: ({ name }) => name },
            { header: 'Username', cell: ({ username }) => username },
            {
              header: 'Approval',
              cell: ({ isReviewed }) => decisionWords('approved', isReviewed),
            },
          ]}
          rowKey={({ username }) => username}
          groups={[{ rows }]}
        />
      )}
      <LoadMore to={to} {...more} />
    </>
  );
}
