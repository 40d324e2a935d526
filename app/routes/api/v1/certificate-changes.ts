import { z } from 'zod';
import { issuersWho } from '#app/accounts/actor.server.ts';
import {
  bulkRevocationSchema,
  issueSchema,
  renewalSchema,
  revocationSchema,
  selectionSchema,
} from '#app/certificates/certificate.schema.ts';
import type { Certificate } from '#app/certificates/certificate.server.ts';
import {
  declineCorrection,
  declineCorrectionSchema,
  openCorrections,
} from '#app/certificates/corrections.server.ts';
import { EXAMPLE } from '#app/certificates/fields.ts';
import { requireManager } from '#app/certificates/managed-certificate.server.ts';
import { renewCertificates, renewedTexts } from '#app/certificates/renew-certificates.server.ts';
import { replaceCertificate, replaced } from '#app/certificates/replace-certificate.server.ts';
import {
  revokeCertificate,
  revokeCertificates,
  revokedTexts,
} from '#app/certificates/revoke-certificate.server.ts';
import { resource } from './respond.ts';
import {
  allSkippedSchema,
  certificateObject,
  duplicateSchema,
  skippedSchema,
} from './schemas/certificates.ts';
import { correctionObject } from './schemas/office.ts';
import { NOT_ALLOWED, success, told } from './schemas/responses.ts';

export const api = resource();

api('certificates/corrections').get({
  auth: 'bearer',
  scope: 'certificates:read',
  admits: issuersWho('read'),
  summary: 'The oldest 50 open requests of holders to correct the issuer’s certificates',
  responses: { 200: success({ corrections: correctionObject.array() }) },
  failures: { 403: NOT_ALLOWED },
  handle: ({ actor }) => ({
    body: { success: true, corrections: openCorrections(actor).map(correctionObject.serialize) },
  }),
});

api('certificates/corrections/:correctionId').delete({
  auth: 'bearer',
  scope: 'certificates:issue',
  admits: issuersWho('certificates'),
  summary: 'Decline a request for a correction. The holder gets the reason by mail. A replacement grants it',
  body: declineCorrectionSchema.omit({ request: true }),
  example: { reason: 'Our records show this name' },
  responses: { 200: told('The request was declined.') },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This request was already answered.' },
  act: ({ actor, params, input }) => ({
    body: {
      success: true,
      ...declineCorrection(actor, { request: params.correctionId, ...input }),
    },
  }),
});

api('certificates/:uniqueId/replacement').post({
  auth: 'bearer',
  scope: 'certificates:issue',
  admits: issuersWho('certificates'),
  summary: 'Issue a corrected certificate in place of one of the issuer’s',
  body: issueSchema,
  example: { ...EXAMPLE, expiryDate: undefined, expiresAfter: 'P2Y' },
  responses: { 201: success({ message: z.literal(replaced()), certificate: certificateObject }) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This certificate is already revoked.' },
  failureSchemas: { 409: duplicateSchema },
  async handle({ actor, params, input }) {
    const { uniqueId } = params;
    return replaceCertificate(actor, uniqueId, await input(), null);
  },
  answer: (certificate) => ({
    status: 201,
    body: { success: true, message: replaced(), certificate: certificateObject.serialize(certificate) },
  }),
});

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
