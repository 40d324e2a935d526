import { z } from 'zod';
import { issuersWho } from '#app/accounts/actor.server.ts';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import {
  declineCorrection,
  declineCorrectionSchema,
  openCorrections,
} from '#app/certificates/corrections.server.ts';
import { EXAMPLE } from '#app/certificates/fields.ts';
import { replaceCertificate, replaced } from '#app/certificates/replace-certificate.server.ts';
import { resource } from './respond.ts';
import { certificateObject, duplicateSchema } from './schemas/certificates.ts';
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
