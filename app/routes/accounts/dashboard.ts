import { redirect } from 'react-router';
import { actorContext } from '#app/server/context.server.ts';
import { homeOf } from '#app/shared/redirects.ts';
import type { Route } from './+types/dashboard';

/** Sends each role to its home (CONTRACT D19). */
export function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  return redirect(actor.kind === 'user' || actor.kind === 'apiToken' ? homeOf(actor.user.role) : '/');
}
