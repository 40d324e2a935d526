import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { allCertificateListSchema } from '#app/certificates/certificate.schema.ts';
import { listAllCertificates } from '#app/certificates/list-certificates.server.ts';
import { serializeCertificate } from '#app/routes/api/v1/serialize.server.ts';
import { resource } from './respond.ts';
import { certificateSchema } from './schemas/certificates.ts';
import { listOf, NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('certificates/all').get({
  auth: 'bearer',
  scope: 'certificates:read',
  admits: requireSuperAdmin,
  summary: 'All certificates, newest first, for super admins',
  query: allCertificateListSchema,
  since: { list: 'certificates', at: 'createdAt', inOrder: true },
  responses: { 200: listOf('certificates', certificateSchema) },
  failures: { 403: NOT_ALLOWED },
  handle({ actor, query }) {
    const { certificates, nextCursor } = listAllCertificates(actor, query);
    return { body: { success: true, certificates: certificates.map(serializeCertificate), nextCursor } };
  },
});
