import { RoleFrame } from '#app/routes/layouts/role-frame.tsx';
import { requireLogin } from '#app/server/guards.server.ts';

export const middleware = [requireLogin];

/** A guarded layout needs a loader. Without one, a client navigation would skip its middleware. */
export const loader = () => null;

/** Pages for logged-in users, in the frame of their role. */
export default RoleFrame;
