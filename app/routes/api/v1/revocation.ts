import { z } from 'zod';
import { revocationSchema } from '#app/certificates/certificate.schema.ts';
import { requireManager } from '#app/certificates/managed-certificate.server.ts';
import { revokeCertificate, revokedTexts } from '#app/certificates/revoke-certificate.server.ts';
import { serializeCertificate } from '#app/routes/api/v1/serialize.server.ts';
import { resource } from './respond.ts';
import { certificateSchema } from './schemas/certificates.ts';
import { NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

api('certificates/:uniqueId/revocation').post({
  auth: 'bearer',
  scope: 'certificates:revoke',
  admits: requireManager,
  summary: 'Revoke a certificate permanently',
  body: revocationSchema,
  example: { reason: 'Issued to the wrong person' },
  responses: { 201: success({ message: z.literal(revokedTexts()), certificate: certificateSchema }) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This certificate is already revoked.' },
  act({ actor, params, input }) {
    const certificate = revokeCertificate(actor, params.uniqueId, input);
    return {
      status: 201,
      body: { success: true, message: revokedTexts(), certificate: serializeCertificate(certificate) },
    };
  },
});
