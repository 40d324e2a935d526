import { auditCsv } from '#app/routes/audit/audit-csv.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { requireAdminArea } from '#app/server/session/guards.server.ts';
import type { Route } from './+types/admin-csv';

export const middleware = [requireAdminArea];

export const loader = ({ url, context }: Route.LoaderArgs) => auditCsv(context.get(actorContext), url);
