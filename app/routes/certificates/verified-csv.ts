import { requireMember } from '#app/accounts/actor.server.ts';
import { verifiedCsv } from '#app/routes/pieces/certificate-lists/csv-lists.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { listAllVerified, listVerifiedOfIssuer } from '#app/verification/list-verifications.server.ts';
import type { Route } from './+types/verified-csv';

/** The look-ups of an issuer's certificates as CSV, or a super admin's list of all. */
export const loader = ({ request, url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  requireMember(actor);
  return actor.organisation
    ? verifiedCsv('admin', actor, { request, url }, listVerifiedOfIssuer)
    : verifiedCsv('superadmin', actor, { request, url }, listAllVerified);
};
