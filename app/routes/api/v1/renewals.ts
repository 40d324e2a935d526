import { z } from 'zod';
import { issuersWho } from '#app/accounts/actor.server.ts';
import { renewalSchema, selectionSchema } from '#app/certificates/certificate.schema.ts';
import type { Certificate } from '#app/certificates/certificate.server.ts';
import { renewCertificates, renewedTexts } from '#app/certificates/renew-certificates.server.ts';
import { resource } from './respond.ts';
import { allSkippedSchema, certificateObject, skippedSchema } from './schemas/certificates.ts';
import { NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

api('certificates/renewals').post({
  auth: 'bearer',
  scope: 'certificates:issue',
  admits: issuersWho('certificates'),
  summary:
    'Renew up to 100 of the issuer’s certificates. Those that are revoked, already renewed or without an expiry date are skipped, and listed in skipped',
  body: renewalSchema('2026-02-28').and(selectionSchema),
  example: { uniqueIds: ['7K3M-9QZX-2HVB-4TND'], expiresAfter: 'P2Y' },
  responses: { 201: success({ certificates: certificateObject.array(), skipped: skippedSchema }) },
  failures: {
    403: NOT_ALLOWED,
    404: 'Not found.',
    409: '7K3M-9QZX-2HVB-4TND does not expire, so it needs no renewal.',
  },
  failureSchemas: { 409: allSkippedSchema },
  async handle({ actor, ...call }) {
    const input = await call.input();
    return renewCertificates(actor, input.uniqueIds, input);
  },
  answer: ({ certificates, skipped }) => ({
    status: 201,
    body: { success: true, certificates: certificates.map(certificateObject.serialize), skipped },
  }),
});

api('certificates/:uniqueId/renewal').post({
  auth: 'bearer',
  scope: 'certificates:issue',
  admits: issuersWho('certificates'),
  summary: 'Renew one of the issuer’s certificates, which does not change',
  body: renewalSchema('2026-02-28'),
  example: {},
  responses: { 201: success({ message: z.literal(renewedTexts()), certificate: certificateObject }) },
  failures: {
    403: NOT_ALLOWED,
    404: 'Not found.',
    409: '7K3M-9QZX-2HVB-4TND does not expire, so it needs no renewal.',
  },
  failureSchemas: { 409: allSkippedSchema },
  handle: async ({ actor, params, input }) => renewCertificates(actor, [params.uniqueId], await input()),
  answer: ({ certificates: [certificate] }) => ({
    status: 201,
    body: {
      success: true,
      message: renewedTexts(),
      certificate: certificateObject.serialize(certificate as Certificate),
    },
  }),
});
