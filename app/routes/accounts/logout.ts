import { redirect } from 'react-router';
import { logout } from '#app/accounts/account-sessions.server.ts';
import { expectedError } from '#app/server/edge/error-response.server.ts';
import { toErrorResponse } from '#app/server/edge/http-error.server.ts';
import { actorContext, endedSessionCookie } from '#app/server/session/context.server.ts';
import { t } from '#messages';
import type { Route } from './+types/logout';

const notStored = () => t('logout.youAreLoggedOutInThisBrowser');

/** Ends the session, if there is one, and redirects. */
export function action({ context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const headers = { 'Set-Cookie': endedSessionCookie() };
  try {
    if (actor.kind === 'user') logout(actor);
  } catch (error) {
    if (expectedError(error)?.code !== 'storage-full') throw error;
    return toErrorResponse({ status: 507, message: notStored(), headers });
  }
  return redirect('/', { headers });
}

/** GET does not log out. Only this site's form does. */
export const loader = () => redirect('/');
