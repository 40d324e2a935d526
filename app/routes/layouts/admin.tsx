import { Outlet } from 'react-router';
import { RoleFrame } from '#app/routes/layouts/role-frame.tsx';
import { shellUser } from '#app/server/context.server.ts';
import { requireAdminArea } from '#app/server/guards.server.ts';
import type { Route } from './+types/admin';

export const middleware = [requireAdminArea];

/** A guarded layout needs a loader: without one a client navigation would skip its middleware. */
export const loader = ({ context }: Route.LoaderArgs) => ({ user: shellUser(context) });

/** Pages of issuers. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <RoleFrame user={loaderData.user}>
      <Outlet />
    </RoleFrame>
  );
}
