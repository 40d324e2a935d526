import { RoleFrame } from '#app/routes/layouts/role-frame.tsx';
import { requireSuperAdminArea } from '#app/server/guards.server.ts';

export const middleware = [requireSuperAdminArea];

/** A guarded layout needs a loader: without one a client navigation would skip its middleware. */
export const loader = () => null;

/** Pages of super admins. */
export default RoleFrame;
