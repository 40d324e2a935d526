import { requireMember } from '#app/accounts/actor.server.ts';
import { fieldColumns } from '#app/certificates/field-values.server.ts';
import { listAllCertificates, listOwnCertificates } from '#app/certificates/list-certificates.server.ts';
import { issuedCsv } from '#app/routes/pieces/certificate-lists/csv-lists.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import type { Route } from './+types/issued-csv';

/** An issuer's certificates as CSV, or a super admin's list of all. */
export const loader = ({ url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  requireMember(actor);
  return actor.organisation
    ? issuedCsv('admin', actor, url, listOwnCertificates, fieldColumns(actor))
    : issuedCsv('superadmin', actor, url, listAllCertificates, null);
};
