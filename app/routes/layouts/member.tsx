import { Outlet } from 'react-router';
import { RoleFrame } from '#app/routes/layouts/role-frame.tsx';
import { shellUser } from '#app/server/context.server.ts';
import { requireLogin } from '#app/server/guards.server.ts';
import type { Route } from './+types/member';

export const middleware = [requireLogin];

/** A guarded layout needs a loader: without one a client navigation would skip its middleware. */
export const loader = ({ context }: Route.LoaderArgs) => ({ user: shellUser(context) });

/** Pages of whoever is logged in, in the frame of the account's role. */
export default function MemberLayout({ loaderData }: Route.ComponentProps) {
  return (
    <RoleFrame user={loaderData.user}>
      <Outlet />
    </RoleFrame>
  );
}
