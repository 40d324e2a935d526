import { redirect } from 'react-router';
import { logout } from '#app/accounts/logout.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { endedSessionCookie } from '#app/server/cookies.server.ts';
import type { Route } from './+types/logout';

/** Ends the session; who has none is at the same place already. */
export function action({ context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  if (actor.kind === 'user') logout(actor);
  return redirect('/', { headers: { 'Set-Cookie': endedSessionCookie() } });
}

/** Opening the address logs nobody out: that takes a form of this site. */
export const loader = () => redirect('/');
