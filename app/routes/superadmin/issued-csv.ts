import { listAllCertificates } from '#app/certificates/list-certificates.server.ts';
import { issuedCsv } from '#app/routes/pieces/certificate-lists/csv-lists.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { requireSuperAdminArea } from '#app/server/session/guards.server.ts';
import type { Route } from './+types/issued-csv';

export const middleware = [requireSuperAdminArea];

/** The list as CSV. */
export const loader = ({ url, context }: Route.LoaderArgs) =>
  issuedCsv('superadmin', context.get(actorContext), url, listAllCertificates, null);
