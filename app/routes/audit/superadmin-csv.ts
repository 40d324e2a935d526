import { auditCsv } from '#app/routes/audit/audit-csv.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { requireSuperAdminArea } from '#app/server/session/guards.server.ts';
import type { Route } from './+types/superadmin-csv';

export const middleware = [requireSuperAdminArea];

export const loader = ({ url, context }: Route.LoaderArgs) => auditCsv(context.get(actorContext), url);
