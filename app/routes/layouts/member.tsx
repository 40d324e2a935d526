import { RoleFrame } from '#app/routes/layouts/role-frame.tsx';
import { requireLogin } from '#app/server/guards.server.ts';

export const middleware = [requireLogin];

/** A guarded layout needs a loader: without one a client navigation would skip its middleware. */
export const loader = () => null;

/** Pages of whoever is logged in, in the frame of the account's role. */
export default RoleFrame;
