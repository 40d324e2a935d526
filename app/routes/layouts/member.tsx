import { actorContext } from '#app/middleware/context.server.ts';
import { requireLogin } from '#app/middleware/guards.server.ts';
import type { Route } from './+types/member';
import { UserShell } from './user-shell.tsx';

export const middleware = [requireLogin];

/** A guarded layout needs a loader: without one a client navigation would skip its middleware. */
export function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  return {
    user:
      actor.kind === 'user'
        ? { name: actor.user.name, email: actor.user.email, role: actor.user.role }
        : null,
  };
}

/** Pages of whoever is logged in, in the frame of the account's role. */
export default function MemberLayout({ loaderData }: Route.ComponentProps) {
  return <UserShell user={loaderData.user} />;
}
