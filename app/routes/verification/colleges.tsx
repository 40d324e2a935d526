import { listApprovedIssuers } from '#app/accounts/list-approved-issuers.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { answering } from '#app/server/failure.server.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { LoadMore } from '#app/ui/pagination.tsx';
import { Table } from '#app/ui/table.tsx';
import { pageMeta } from '../../ui/page-meta.ts';
import type { Route } from './+types/colleges';

export const meta = () => pageMeta('Colleges', 'The approved institutions that issue certificates here.');

export const loader = ({ url, context }: Route.LoaderArgs) =>
  answering(() => {
    const cursor = url.searchParams.get('cursor') || undefined;
    const { issuers, nextCursor } = listApprovedIssuers(context.get(actorContext), cursor);
    return { rows: issuers, cursor: cursor ?? null, nextCursor };
  });

export default function Colleges({ loaderData }: Route.ComponentProps) {
  const { rows, to, ...more } = useMorePages(loaderData);
  return (
    <>
      <PageHeader title="Colleges" lead="The issuers that are approved to issue certificates here." />
      {rows.length === 0 && to === null ? (
        <EmptyState title="No colleges yet">Approved issuers are listed here.</EmptyState>
      ) : (
        <Table
          caption="Colleges"
          columns={[
            { header: 'Name', cell: ({ name }) => name },
            { header: 'Username', cell: ({ username }) => username },
          ]}
          rowKey={({ username }) => username}
          groups={[{ rows }]}
        />
      )}
      <LoadMore to={to} {...more} />
    </>
  );
}
