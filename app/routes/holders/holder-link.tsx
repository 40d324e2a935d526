import { data, redirect } from 'react-router';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { followHolderLink, HOLDER_SESSION_MS } from '#app/holders/holder-sessions.server.ts';
import { expectedError } from '#app/server/edge/error-response.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { holderCookie } from '#app/server/session/context.server.ts';
import { EmptyState } from '#app/ui/list-parts.tsx';
import { ButtonLink, pageMeta } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/holder-link';

export const meta = () => pageMeta(t('common.myCertificates'), t('holderLink.aMailedLinkToTheCertificates'));

export const handle = { tokenInUrl: true } satisfies RouteNeeds;

/** Redirects, so that the token does not stay in the address bar. */
export function loader({ params }: Route.LoaderArgs) {
  try {
    const { session, uniqueId } = followHolderLink(params.token);
    return redirect(uniqueId === null ? '/my-certificates' : `/my-certificates/${formatUniqueId(uniqueId)}`, {
      headers: { 'Set-Cookie': holderCookie(session, HOLDER_SESSION_MS) },
    });
  } catch (error) {
    if (expectedError(error)?.code !== 'not-found') throw error;
    return data(null, { status: 404 });
  }
}

/** The page of a wrong or expired link. */
export default function HolderLink() {
  return (
    <div className="narrow-page">
      <h1 tabIndex={-1} className="mb-6 text-4xl">
        {t('common.myCertificates')}
      </h1>
      <EmptyState
        title={t('common.thisLinkIsNoLongerValid')}
        action={<ButtonLink to="/my-certificates">{t('holderLink.getANewLink')}</ButtonLink>}
      >
        {t('holderLink.linksToCertificatesWorkFor90Days')}
      </EmptyState>
    </div>
  );
}
