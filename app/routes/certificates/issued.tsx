import { listOwnCertificates, ownCourses } from '#app/certificates/list-certificates.server.ts';
import { everyDesign } from '#app/designs/list-designs.server.ts';
import { May } from '#app/routes/layouts/use-frame.tsx';
import { IssuedList } from '#app/routes/pieces/certificate-lists/issued-list.tsx';
import { ListError } from '#app/routes/pieces/certificate-lists/list-error.tsx';
import { issuedPage } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { ButtonLink, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/issued';

const notLoaded = () => t('issued.failedToFetchIssuedCertificates');

export const handle = { listNotLoaded: notLoaded } satisfies RouteNeeds;

export const meta = () =>
  pageMeta(t('common.issuedCertificates'), t('issued.theCertificatesThatYourInstitutionHasIssued'));

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  issuedPage('admin', request, url, (query) => listOwnCertificates(context.get(actorContext), query), {
    courses: ownCourses(context.get(actorContext)),
    designs: everyDesign(context.get(actorContext)),
  });

export default function IssuedCertificates({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={t('common.issuedCertificates')}
        actions={
          <May act="certificates">
            <ButtonLink to="/admin/issue-certificate">{t('common.issueCertificate')}</ButtonLink>
          </May>
        }
      />
      <IssuedList area="admin" page={loaderData} />
    </>
  );
}

export const ErrorBoundary = () => <ListError title={t('common.issuedCertificates')} text={notLoaded()} />;
