import { listAllCertificates } from '#app/certificates/list-certificates.server.ts';
import { actorContext } from '#app/middleware/context.server.ts';
import { answering } from '#app/middleware/failure.server.ts';
import { ListFailure } from '#app/routes/certificates/list-failure.tsx';
import { issuedPage } from '#app/routes/certificates/rows.server.ts';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { LoadMore } from '#app/ui/pagination.tsx';
import { pageMeta } from '../../ui/page-meta.ts';
import { EmptyList } from '../certificates/empty-list.tsx';
import { IssuedTable } from '../certificates/issued-table.tsx';
import { CERTIFICATE_STATES, ListControls } from '../certificates/list-controls.tsx';
import type { Route } from './+types/issued-certificates';

export const meta = () =>
  pageMeta('All Issued Certificates', 'Every certificate that any institution has issued.');

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  answering(() => issuedPage(request, url, (query) => listAllCertificates(context.get(actorContext), query)));

export default function AllIssuedCertificates({ loaderData }: Route.ComponentProps) {
  const { rows, ...more } = useMorePages(loaderData);
  const { q, state, filtered } = loaderData;
  return (
    <>
      <PageHeader title="Issued Certificates" />
      <ListControls
        searches="ID, student, email or course"
        states={CERTIFICATE_STATES}
        q={q}
        state={state}
        csv="/superadmin/issued-certificates.csv"
      />
      {rows.length === 0 ? (
        <EmptyList
          title="No certificates yet"
          text="Certificates that issuers issue are listed here, with their files."
          filtered={filtered}
          all="/superadmin/issued-certificates"
        />
      ) : (
        <IssuedTable rows={rows} newTab={false} revokeAt="/superadmin/issued-certificates" />
      )}
      <LoadMore {...more} />
    </>
  );
}

export const ErrorBoundary = () => <ListFailure title="Issued Certificates" />;
