import { RoleFrame } from '#app/routes/layouts/role-frame.tsx';
import { requireAdminArea } from '#app/server/guards.server.ts';

export const middleware = [requireAdminArea];

/** A guarded layout needs a loader. Without one, a client navigation would skip its middleware. */
export const loader = () => null;

/** Pages of issuers. */
export default RoleFrame;
