import { actorContext } from '#app/middleware/context.server.ts';
import { answering } from '#app/middleware/failure.server.ts';
import { requireSuperAdminArea } from '#app/middleware/guards.server.ts';
import { verifiedCsv } from '#app/routes/certificates/csv-lists.server.ts';
import { listAllVerified } from '#app/verification/list-verifications.server.ts';
import type { Route } from './+types/verified-csv';

export const middleware = [requireSuperAdminArea];

/** The list as a file. */
export const loader = ({ url, context }: Route.LoaderArgs) =>
  answering(() => verifiedCsv(url, (query) => listAllVerified(context.get(actorContext), query)));
