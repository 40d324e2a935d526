import { listOwnCertificates } from '#app/certificates/list-certificates.server.ts';
import { ListFailure } from '#app/routes/certificates/list-failure.tsx';
import { issuedPage } from '#app/routes/certificates/rows.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { answering } from '#app/server/failure.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '../../ui/page-meta.ts';
import type { Route } from './+types/issued';
import { CertificateList } from './certificate-list.tsx';
import { IssuedTable } from './issued-table.tsx';
import { CERTIFICATE_STATES } from './list-controls.tsx';

export const meta = () =>
  pageMeta('Issued Certificates', 'The certificates that your institution has issued.');

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  answering(() => issuedPage(request, url, (query) => listOwnCertificates(context.get(actorContext), query)));

const PATH = '/admin/issued-certificates';

export default function IssuedCertificates({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Issued Certificates"
        actions={<ButtonLink to="/admin/issue-certificate">Issue Certificate</ButtonLink>}
      />
      <CertificateList
        page={loaderData}
        path={PATH}
        states={CERTIFICATE_STATES}
        empty={{
          title: 'No certificates yet',
          text: 'Certificates that you issue are listed here, with their files.',
        }}
      >
        {(rows) => <IssuedTable rows={rows} newTab revokeAt={PATH} />}
      </CertificateList>
    </>
  );
}

export const ErrorBoundary = () => (
  <ListFailure title="Issued Certificates" toast="Failed to fetch issued certificates." />
);
