import { z } from 'zod';
import { serializeLookedUp } from '#app/routes/api/v1/serialize.server.ts';
import {
  CERTIFICATE_FOUND,
  INVALID_CERTIFICATE,
  lookUpCertificate,
} from '#app/verification/look-up-certificate.server.ts';
import { lookUpSchema } from '#app/verification/verification.schema.ts';
import { api } from './respond.ts';
import { success, TOO_MANY } from './schemas/responses.ts';
import { foundCertificateSchema } from './schemas/verifications.ts';

const resource = api('cert/verify').post({
  auth: 'bearer',
  summary: 'Look a certificate up by its ID',
  body: lookUpSchema,
  example: { uniqueId: '7K3M-9QZX-2HVB-4TND' },
  responses: { 200: success({ message: z.literal(CERTIFICATE_FOUND), cert: foundCertificateSchema }) },
  failures: { 404: INVALID_CERTIFICATE, 429: TOO_MANY },
  async handle({ actor, input }) {
    const found = await lookUpCertificate(actor, await input());
    return { body: { success: true, message: CERTIFICATE_FOUND, cert: serializeLookedUp(found) } };
  },
});

export const loader = resource.loader;
export const action = resource.action;
