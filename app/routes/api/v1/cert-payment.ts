import { z } from 'zod';
import { serializeCertificate, serializePayment } from '#app/routes/api/v1/serialize.server.ts';
import { INVALID_CERTIFICATE } from '#app/verification/look-up-certificate.server.ts';
import { PAID, payVerification } from '#app/verification/pay-verification.server.ts';
import { payVerificationSchema } from '#app/verification/verification.schema.ts';
import { api } from './respond.ts';
import { certificateSchema, paymentSchema, success, TOO_MANY } from './schemas.ts';

const resource = api('cert/verify/payment', {
  POST: {
    auth: 'bearer',
    summary: 'Pay for the verification of a certificate',
    body: payVerificationSchema(0),
    example: {
      uniqueId: '7K3M-9QZX-2HVB-4TND',
      cardNumber: '4242 4242 4242 4242',
      expiryMonth: '12',
      expiryYear: '39',
      cvCode: '123',
    },
    idempotent: true,
    responses: {
      200: success({ message: z.literal(PAID), cert: certificateSchema, payment: paymentSchema }),
    },
    failures: { 402: 'Your card was declined.', 404: INVALID_CERTIFICATE, 429: TOO_MANY },
    async handle({ actor, json, request }) {
      const { certificate, payment } = await payVerification(
        actor,
        await json(),
        request.headers.get('Idempotency-Key'),
      );
      return {
        body: {
          success: true,
          message: PAID,
          cert: serializeCertificate(certificate),
          payment: serializePayment(payment),
        },
      };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
