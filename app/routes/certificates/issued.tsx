import { listOwnCertificates } from '#app/certificates/list-certificates.server.ts';
import { actorContext } from '#app/middleware/context.server.ts';
import { answering } from '#app/middleware/failure.server.ts';
import { ListFailure } from '#app/routes/certificates/list-failure.tsx';
import { groupFor, issuedRow } from '#app/routes/certificates/rows.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { LoadMore } from '#app/ui/pagination.tsx';
import type { Route } from './+types/issued';
import { IssuedTable } from './issued-table.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Issued Certificates · Certrace' }];

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  answering(() => {
    const query = Object.fromEntries(url.searchParams);
    const { certificates, nextCursor } = listOwnCertificates(context.get(actorContext), query);
    return {
      rows: certificates.map(issuedRow(groupFor(request))),
      cursor: query.cursor ?? null,
      nextCursor,
    };
  });

export default function IssuedCertificates({ loaderData }: Route.ComponentProps) {
  const { rows, ...more } = useMorePages(loaderData);
  return (
    <>
      <PageHeader
        title="Issued Certificates"
        actions={<ButtonLink to="/admin/issue-certificate">Issue Certificate</ButtonLink>}
      />
      {rows.length === 0 ? (
        <EmptyState title="No certificates yet">
          Certificates that you issue are listed here, with their files.
        </EmptyState>
      ) : (
        <IssuedTable rows={rows} newTab />
      )}
      <LoadMore {...more} />
    </>
  );
}

export const ErrorBoundary = () => (
  <ListFailure title="Issued Certificates" toast="Failed to fetch issued certificates." />
);
