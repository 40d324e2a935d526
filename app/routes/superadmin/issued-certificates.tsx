import { listIssuerNames } from '#app/accounts/issuers.server.ts';
import { allCourses, listAllCertificates } from '#app/certificates/list-certificates.server.ts';
import { IssuedList } from '#app/routes/pieces/certificate-lists/issued-list.tsx';
import { ListError } from '#app/routes/pieces/certificate-lists/list-error.tsx';
import { issuedPage } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { SuperAdminTasks } from '#app/routes/pieces/waiting-list.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { PageHeader, pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/issued-certificates';

export const meta = () =>
  pageMeta(
    t('issuedCertificates.allIssuedCertificates'),
    t('issuedCertificates.allCertificatesOfAllIssuers'),
  );

export const loader = ({ request, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  return issuedPage('superadmin', request, url, (query) => listAllCertificates(actor, query), {
    courses: allCourses(actor),
    issuers: listIssuerNames(actor),
  });
};

export default function AllIssuedCertificates({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={t('common.issuedCertificates')} />
      <SuperAdminTasks />
      <IssuedList area="superadmin" page={loaderData} />
    </>
  );
}

export const ErrorBoundary = () => <ListError title={t('common.issuedCertificates')} />;
