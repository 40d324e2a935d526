import { ListError } from '#app/routes/pieces/certificates/list-error.tsx';
import { verifiedPage } from '#app/routes/pieces/certificates/rows.server.ts';
import { VerifiedList } from '#app/routes/pieces/certificates/verified-list.tsx';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { allVerifiedCourses, listAllVerified } from '#app/verification/list-verifications.server.ts';
import type { Route } from './+types/verified-certificates';

const NOT_LOADED = 'Failed to fetch verified certificates';

export const handle = { listNotLoaded: NOT_LOADED } satisfies RouteNeeds;

export const meta = () => pageMeta('All Verified Certificates', 'Every verification, with its payment.');

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  verifiedPage('superadmin', request, url, (query) => listAllVerified(context.get(actorContext), query), {
    courses: allVerifiedCourses(context.get(actorContext)),
  });

export default function AllVerifiedCertificates({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Verified Certificates"
        actions={
          <ButtonLink to="/superadmin/payments" variant="secondary">
            Payments
          </ButtonLink>
        }
      />
      <VerifiedList area="superadmin" page={loaderData} />
    </>
  );
}

export const ErrorBoundary = () => <ListError title="Verified Certificates" text={NOT_LOADED} />;
