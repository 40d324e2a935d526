import { listIssuerNames } from '#app/accounts/list-issuer-names.server.ts';
import { allCourses, listAllCertificates } from '#app/certificates/list-certificates.server.ts';
import { IssuedList } from '#app/routes/pieces/certificates/issued-list.tsx';
import { ListError } from '#app/routes/pieces/certificates/list-error.tsx';
import { issuedPage } from '#app/routes/pieces/certificates/rows.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { t } from '#messages';
import type { Route } from './+types/issued-certificates';

export const meta = () =>
  pageMeta(
    t('issuedCertificates.allIssuedCertificates'),
    t('issuedCertificates.allCertificatesOfAllInstitutions'),
  );

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  issuedPage('superadmin', request, url, (query) => listAllCertificates(context.get(actorContext), query), {
    courses: allCourses(context.get(actorContext)),
    issuers: listIssuerNames(context.get(actorContext)),
  });

export default function AllIssuedCertificates({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={t('issuedCertificates.issuedCertificates')} />
      <IssuedList area="superadmin" page={loaderData} />
    </>
  );
}

export const ErrorBoundary = () => <ListError title={t('issuedCertificates.issuedCertificates')} />;
