import { z } from 'zod';
import { serializeLookedUp } from '#app/routes/api/v1/serialize.server.ts';
import { consentDeclined, consentPending } from '#app/verification/consent/consent.server.ts';
import {
  type FoundLookUp,
  lookUpCertificate,
  type WaitingLookUp,
} from '#app/verification/look-up-certificate.server.ts';
import { certificateFound, invalidCertificate } from '#app/verification/texts.ts';
import { lookUpWithPurposeSchema } from '#app/verification/verification.schema.ts';
import { resource } from './respond.ts';
import { success, TOO_MANY } from './schemas/responses.ts';
import { consentErrorSchema, foundCertificateSchema, waitingSchema } from './schemas/verifications.ts';

export const api = resource();

api('cert/verify').post({
  auth: 'bearer',
  scope: 'verifications:pay',
  summary: 'Look a certificate up by its ID',
  body: lookUpWithPurposeSchema,
  example: { uniqueId: '7K3M-9QZX-2HVB-4TND' },
  responses: {
    200: success({ message: z.literal(certificateFound()), cert: foundCertificateSchema }),
    202: waitingSchema,
  },
  failures: { 403: consentDeclined(), 404: invalidCertificate(), 429: TOO_MANY },
  failureSchemas: { 403: consentErrorSchema },
  async handle({ actor, input, keep }) {
    const toAnswer = (answer: FoundLookUp | WaitingLookUp) => {
      if (answer.consent === 'pending')
        return { status: 202, body: { success: true, message: consentPending(), ...answer } };
      return { body: { success: true, message: certificateFound(), cert: serializeLookedUp(answer.found) } };
    };
    return toAnswer(await lookUpCertificate(actor, await input(), keep(toAnswer)));
  },
});
