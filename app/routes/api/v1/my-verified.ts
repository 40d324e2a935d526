import { issuersWho } from '#app/accounts/actor.server.ts';
import { serializeVerified } from '#app/routes/api/v1/serialize.server.ts';
import { listVerifiedOfIssuer } from '#app/verification/list-verifications.server.ts';
import { verificationListSchema } from '#app/verification/verification.schema.ts';
import { resource } from './respond.ts';
import { listOf, NOT_ALLOWED } from './schemas/responses.ts';
import { verifiedCertificateSchema } from './schemas/verifications.ts';

export const api = resource();

api('certificates/my-verified').get({
  auth: 'bearer',
  scope: 'verifications:read',
  admits: issuersWho('read'),
  summary: 'Verifications of the issuer’s certificates, newest first',
  query: verificationListSchema,
  since: { list: 'certificates', at: 'lookedUpAt', inOrder: true },
  responses: { 200: listOf('certificates', verifiedCertificateSchema) },
  failures: { 403: NOT_ALLOWED },
  handle({ actor, query }) {
    const { verifications, nextCursor } = listVerifiedOfIssuer(actor, query);
    return { body: { success: true, certificates: verifications.map(serializeVerified), nextCursor } };
  },
});
