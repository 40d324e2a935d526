import { heldListSchema } from '#app/certificates/certificate.schema.ts';
import { listHeldCertificates } from '#app/certificates/held-certificates.server.ts';
import { holderOf } from '#app/holders/holder.server.ts';
import { serializeCertificate } from '#app/routes/api/v1/serialize.server.ts';
import { resource } from './respond.ts';
import { certificateSchema } from './schemas/certificates.ts';
import { listOf } from './schemas/responses.ts';

export const api = resource();

api('certificates/mine').get({
  auth: 'bearer',
  scope: 'certificates:read',
  summary: 'The certificates that were issued to the account’s addresses, newest first',
  query: heldListSchema,
  since: { list: 'certificates', at: 'createdAt', inOrder: true },
  responses: { 200: listOf('certificates', certificateSchema) },
  handle({ actor, query }) {
    const { certificates, nextCursor } = listHeldCertificates(holderOf(actor, null), query);
    return { body: { success: true, certificates: certificates.map(serializeCertificate), nextCursor } };
  },
});
