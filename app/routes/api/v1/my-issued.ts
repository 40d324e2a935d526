import { issuersWho } from '#app/accounts/actor.server.ts';
import { ownCertificateListSchema } from '#app/certificates/certificate.schema.ts';
import { listOwnCertificates } from '#app/certificates/list-certificates.server.ts';
import { serializeCertificate } from '#app/routes/api/v1/serialize.server.ts';
import { resource } from './respond.ts';
import { certificateSchema } from './schemas/certificates.ts';
import { listOf, NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('certificates/my-issued').get({
  auth: 'bearer',
  scope: 'certificates:read',
  admits: issuersWho('read'),
  summary: 'The issuer’s certificates, newest first',
  query: ownCertificateListSchema,
  since: { list: 'certificates', at: 'createdAt', inOrder: true },
  responses: { 200: listOf('certificates', certificateSchema) },
  failures: { 403: NOT_ALLOWED },
  handle({ actor, query }) {
    const { certificates, nextCursor } = listOwnCertificates(actor, query);
    return { body: { success: true, certificates: certificates.map(serializeCertificate), nextCursor } };
  },
});
