import { verifiedCsv } from '#app/routes/pieces/certificate-lists/csv-lists.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { requireSuperAdminArea } from '#app/server/session/guards.server.ts';
import { listAllVerified } from '#app/verification/list-verifications.server.ts';
import type { Route } from './+types/verified-csv';

export const middleware = [requireSuperAdminArea];

/** The list as CSV. */
export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  verifiedCsv('superadmin', context.get(actorContext), { request, url }, listAllVerified);
