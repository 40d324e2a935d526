import { listOwnCertificates } from '#app/certificates/list-certificates.server.ts';
import { actorContext } from '#app/middleware/context.server.ts';
import { answering } from '#app/middleware/failure.server.ts';
import { requireAdminArea } from '#app/middleware/guards.server.ts';
import { issuedCsv } from '#app/routes/certificates/csv-lists.server.ts';
import type { Route } from './+types/issued-csv';

export const middleware = [requireAdminArea];

/** The list as a file. */
export const loader = ({ url, context }: Route.LoaderArgs) =>
  answering(() => issuedCsv(url, (query) => listOwnCertificates(context.get(actorContext), query)));
