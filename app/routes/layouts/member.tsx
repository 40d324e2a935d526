import { requireLogin } from '#app/server/session/guards.server.ts';
import { RoleFrame } from './role-frame.tsx';

export const middleware = [requireLogin];

/** A guarded layout needs a loader. Without one, a client navigation would skip its middleware. */
export const loader = () => null;

/** Pages for logged-in users, in the frame of their role. */
export default RoleFrame;
