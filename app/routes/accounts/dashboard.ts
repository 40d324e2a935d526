import { redirect } from 'react-router';
import { actorContext } from '#app/server/context.server.ts';
import { homeOf } from '#app/shared/redirects.ts';
import type { Route } from './+types/dashboard';

/** Redirects each role to its home (docs/product.md, Roles). */
export function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  return redirect(actor.kind === 'user' || actor.kind === 'apiToken' ? homeOf(actor.user.role) : '/');
}
