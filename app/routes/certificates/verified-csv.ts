import { verifiedCsv } from '#app/routes/pieces/certificate-lists/csv-lists.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { requireAdminArea } from '#app/server/session/guards.server.ts';
import { listVerifiedOfIssuer } from '#app/verification/list-verifications.server.ts';
import type { Route } from './+types/verified-csv';

export const middleware = [requireAdminArea];

/** The list as CSV. */
export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  verifiedCsv('admin', context.get(actorContext), { request, url }, listVerifiedOfIssuer);
