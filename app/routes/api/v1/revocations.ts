import { z } from 'zod';
import { bulkRevocationSchema, revocationSchema } from '#app/certificates/certificate.schema.ts';
import { requireManager } from '#app/certificates/managed-certificate.server.ts';
import { revokeCertificate, revokedTexts } from '#app/certificates/revoke-certificate.server.ts';
import { revokeCertificates } from '#app/certificates/revoke-certificates.server.ts';
import { resource } from './respond.ts';
import { allSkippedSchema, certificateObject, skippedSchema } from './schemas/certificates.ts';
import { NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

api('certificates/revocations').post({
  auth: 'bearer',
  scope: 'certificates:revoke',
  admits: requireManager,
  summary:
    'Revoke up to 100 certificates permanently, with one reason: all of them or none. Those that are already revoked are skipped, and listed in skipped',
  body: bulkRevocationSchema,
  example: { uniqueIds: ['7K3M-9QZX-2HVB-4TND'], reason: 'Issued with the wrong date' },
  responses: {
    201: success({
      message: z.string().meta({ examples: ['3 certificates revoked.'] }),
      skipped: skippedSchema,
    }),
  },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'These certificates are already revoked.' },
  failureSchemas: { 409: allSkippedSchema },
  act({ actor, input }) {
    return { status: 201, body: { success: true, ...revokeCertificates(actor, input.uniqueIds, input) } };
  },
});

api('certificates/:uniqueId/revocation').post({
  auth: 'bearer',
  scope: 'certificates:revoke',
  admits: requireManager,
  summary: 'Revoke a certificate permanently',
  body: revocationSchema,
  example: { reason: 'Issued to the wrong person' },
  responses: { 201: success({ message: z.literal(revokedTexts()), certificate: certificateObject }) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This certificate is already revoked.' },
  act({ actor, params, input }) {
    const certificate = revokeCertificate(actor, params.uniqueId, input);
    return {
      status: 201,
      body: { success: true, message: revokedTexts(), certificate: certificateObject.serialize(certificate) },
    };
  },
});
