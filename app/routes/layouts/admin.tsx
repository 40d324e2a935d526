import { requireAdminArea } from '#app/server/session/guards.server.ts';
import { RoleFrame } from './role-frame.tsx';

export const middleware = [requireAdminArea];

/** A guarded layout needs a loader. Without one, a client navigation would skip its middleware. */
export const loader = () => null;

/** Pages of issuers. */
export default RoleFrame;
