import { ListError } from '#app/routes/pieces/certificate-lists/list-error.tsx';
import { verifiedPage } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { VerifiedList } from '#app/routes/pieces/certificate-lists/verified-list.tsx';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { ButtonLink, PageHeader, pageMeta } from '#app/ui/page.tsx';
import { allVerifiedCourses, listAllVerified } from '#app/verification/list-verifications.server.ts';
import { t } from '#messages';
import type { Route } from './+types/verified-certificates';

const notLoaded = () => t('verifiedCertificates.failedToFetchVerifiedCertificates');

export const handle = { listNotLoaded: notLoaded } satisfies RouteNeeds;

export const meta = () =>
  pageMeta(
    t('verifiedCertificates.allVerifiedCertificates'),
    t('verifiedCertificates.everyVerificationWithItsPayment'),
  );

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  verifiedPage('superadmin', request, url, (query) => listAllVerified(context.get(actorContext), query), {
    courses: allVerifiedCourses(context.get(actorContext)),
  });

export default function AllVerifiedCertificates({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={t('common.verifiedCertificates')}
        actions={
          <ButtonLink to="/superadmin/payments" variant="secondary">
            {t('common.payments')}
          </ButtonLink>
        }
      />
      <VerifiedList area="superadmin" page={loaderData} />
    </>
  );
}

export const ErrorBoundary = () => <ListError title={t('common.verifiedCertificates')} text={notLoaded()} />;
