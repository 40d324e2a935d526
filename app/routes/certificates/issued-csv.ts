import { fieldColumns } from '#app/certificates/field-columns.server.ts';
import { listOwnCertificates } from '#app/certificates/list-certificates.server.ts';
import { issuedCsv } from '#app/routes/pieces/certificate-lists/csv-lists.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { requireAdminArea } from '#app/server/session/guards.server.ts';
import type { Route } from './+types/issued-csv';

export const middleware = [requireAdminArea];

/** The list as CSV. */
export const loader = ({ url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  return issuedCsv('admin', actor, url, listOwnCertificates, fieldColumns(actor));
};
