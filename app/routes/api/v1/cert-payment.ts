import { z } from 'zod';
import { paidTexts } from '#app/payments/pay.server.ts';
import { serializeCertificate, serializePayment } from '#app/routes/api/v1/serialize.server.ts';
import { readCard } from '#app/routes/payments/read-card.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { consentDeclined } from '#app/verification/consent/consent.server.ts';
import {
  noUniqueId,
  payVerification,
  payVerificationSchema,
  startPaymentSchema,
} from '#app/verification/pay-verification.server.ts';
import { invalidCertificate } from '#app/verification/texts.ts';
import { EXAMPLE_CARD, paymentFailures, startedBody, startedSchema } from './paying.ts';
import { resource } from './respond.ts';
import { certificateSchema } from './schemas/certificates.ts';
import { paymentSchema } from './schemas/payments.ts';
import { success } from './schemas/responses.ts';
import { consentErrorSchema } from './schemas/verifications.ts';

export const api = resource();

api('cert/verify/payment').post({
  auth: 'bearer',
  scope: 'verifications:pay',
  summary: 'Pay for the verification of a certificate',
  // Without card fields if the gateway asks for the card on its own page.
  body: z.union([payVerificationSchema(0), startPaymentSchema]),
  example: {
    uniqueId: '7K3M-9QZX-2HVB-4TND',
    ...EXAMPLE_CARD,
  },
  hasOwnKey: true,
  responses: {
    200: z.union([
      success({ message: z.literal(paidTexts()), cert: certificateSchema, payment: paymentSchema }),
      startedSchema,
    ]),
  },
  failures: { 403: consentDeclined(), ...paymentFailures(invalidCertificate()) },
  failureSchemas: { 403: consentErrorSchema },
  async handle({ actor, json, request }) {
    const fields = await json();
    const input = parseInput(startPaymentSchema, fields, noUniqueId());
    const key = request.headers.get('Idempotency-Key');
    const result = await payVerification(actor, input, readCard(fields), key);
    if (result.kind === 'started') return { body: startedBody(result), isInterim: true };
    const cert = serializeCertificate(result.certificate);
    return { body: { success: true, message: paidTexts(), cert, payment: serializePayment(result.payment) } };
  },
});
