import { ListError } from '#app/routes/pieces/certificate-lists/list-error.tsx';
import { verifiedPage } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { VerifiedList } from '#app/routes/pieces/certificate-lists/verified-list.tsx';
import { actorContext } from '#app/server/session/context.server.ts';
import { PageHeader, pageMeta } from '#app/ui/page.tsx';
import {
  listVerifiedOfIssuer,
  verifiedCoursesOfIssuer,
} from '#app/verification/list-verifications.server.ts';
import { t } from '#messages';
import type { Route } from './+types/verified';

export const meta = () =>
  pageMeta(t('common.verifiedCertificates'), t('verified.whoHasLookedUpYourCertificates'));

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  verifiedPage('admin', request, url, (query) => listVerifiedOfIssuer(context.get(actorContext), query), {
    courses: verifiedCoursesOfIssuer(context.get(actorContext)),
  });

export default function VerifiedCertificates({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={t('common.verifiedCertificates')} />
      <VerifiedList area="admin" page={loaderData} />
    </>
  );
}

export const ErrorBoundary = () => <ListError title={t('common.verifiedCertificates')} />;
