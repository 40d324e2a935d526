import { listOwnCertificates } from '#app/certificates/list-certificates.server.ts';
import { actorContext } from '#app/middleware/context.server.ts';
import { answering } from '#app/middleware/failure.server.ts';
import { ListFailure } from '#app/routes/certificates/list-failure.tsx';
import { issuedPage } from '#app/routes/certificates/rows.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { LoadMore } from '#app/ui/pagination.tsx';
import { pageMeta } from '../../ui/page-meta.ts';
import type { Route } from './+types/issued';
import { EmptyList } from './empty-list.tsx';
import { IssuedTable } from './issued-table.tsx';
import { CERTIFICATE_STATES, ListControls } from './list-controls.tsx';

export const meta = () =>
  pageMeta('Issued Certificates', 'The certificates that your institution has issued.');

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  answering(() => issuedPage(request, url, (query) => listOwnCertificates(context.get(actorContext), query)));

export default function IssuedCertificates({ loaderData }: Route.ComponentProps) {
  const { rows, ...more } = useMorePages(loaderData);
  const { q, state, filtered } = loaderData;
  return (
    <>
      <PageHeader
        title="Issued Certificates"
        actions={<ButtonLink to="/admin/issue-certificate">Issue Certificate</ButtonLink>}
      />
      <ListControls
        searches="ID, student, email or course"
        states={CERTIFICATE_STATES}
        q={q}
        state={state}
        csv="/admin/issued-certificates.csv"
      />
      {rows.length === 0 ? (
        <EmptyList
          title="No certificates yet"
          text="Certificates that you issue are listed here, with their files."
          filtered={filtered}
          all="/admin/issued-certificates"
        />
      ) : (
        <IssuedTable rows={rows} newTab revokeAt="/admin/issued-certificates" />
      )}
      <LoadMore {...more} />
    </>
  );
}

export const ErrorBoundary = () => (
  <ListFailure title="Issued Certificates" toast="Failed to fetch issued certificates." />
);
