import { listAllCertificates } from '#app/certificates/list-certificates.server.ts';
import { ListFailure } from '#app/routes/certificates/list-failure.tsx';
import { issuedPage } from '#app/routes/certificates/rows.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { answering } from '#app/server/failure.server.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '../../ui/page-meta.ts';
import { CertificateList } from '../certificates/certificate-list.tsx';
import { IssuedTable } from '../certificates/issued-table.tsx';
import { CERTIFICATE_STATES } from '../certificates/list-controls.tsx';
import type { Route } from './+types/issued-certificates';

export const meta = () =>
  pageMeta('All Issued Certificates', 'Every certificate that any institution has issued.');

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  answering(() => issuedPage(request, url, (query) => listAllCertificates(context.get(actorContext), query)));

const PATH = '/superadmin/issued-certificates';

export default function AllIssuedCertificates({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Issued Certificates" />
      <CertificateList
        page={loaderData}
        path={PATH}
        states={CERTIFICATE_STATES}
        empty={{
          title: 'No certificates yet',
          text: 'Certificates that issuers issue are listed here, with their files.',
        }}
      >
        {(rows) => <IssuedTable rows={rows} newTab={false} revokeAt={PATH} />}
      </CertificateList>
    </>
  );
}

export const ErrorBoundary = () => <ListFailure title="Issued Certificates" />;
