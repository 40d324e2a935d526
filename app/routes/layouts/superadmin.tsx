import { actorContext } from '#app/middleware/context.server.ts';
import { requireSuperAdminArea } from '#app/middleware/guards.server.ts';
import type { Route } from './+types/superadmin';
import { UserShell } from './user-shell.tsx';

export const middleware = [requireSuperAdminArea];

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

/** Pages of super admins. */
export default function SuperAdminLayout({ loaderData }: Route.ComponentProps) {
  return <UserShell user={loaderData.user} />;
}
