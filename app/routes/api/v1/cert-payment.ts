import { z } from 'zod';
import { CONTINUE, PAID } from '#app/payments/pay.server.ts';
import { PROCESSING } from '#app/payments/start-payment.server.ts';
import { PROVIDER_DOWN } from '#app/payments/stripe.server.ts';
import { serializeCertificate, serializePayment } from '#app/routes/api/v1/serialize.server.ts';
import { INVALID_CERTIFICATE } from '#app/verification/look-up-certificate.server.ts';
import { payVerification } from '#app/verification/pay-verification.server.ts';
import { payVerificationSchema, startPaymentSchema } from '#app/verification/verification.schema.ts';
import { api } from './respond.ts';
import { certificateSchema, paymentSchema, success, TOO_MANY } from './schemas.ts';

const resource = api('cert/verify/payment', {
  POST: {
    auth: 'bearer',
    summary: 'Pay for the verification of a certificate',
    // Without card fields where the gateway asks for the card on its own page.
    body: z.union([payVerificationSchema(0), startPaymentSchema]),
    example: {
      uniqueId: '7K3M-9QZX-2HVB-4TND',
      cardNumber: '4242 4242 4242 4242',
      expiryMonth: '12',
      expiryYear: '39',
      cvCode: '123',
    },
    idempotent: true,
    responses: {
      200: z.union([
        success({ message: z.literal(PAID), cert: certificateSchema, payment: paymentSchema }),
        success({ message: z.literal(CONTINUE), checkoutUrl: z.url(), payment: paymentSchema }),
      ]),
    },
    failures: {
      402: 'Your card was declined.',
      404: INVALID_CERTIFICATE,
      409: PROCESSING,
      429: TOO_MANY,
      503: PROVIDER_DOWN,
    },
    async handle({ actor, json, request }) {
      const result = await payVerification(actor, await json(), request.headers.get('Idempotency-Key'));
      const payment = serializePayment(result.payment);
      if (result.kind === 'started') {
        const { checkoutUrl } = result;
        return { body: { success: true, message: CONTINUE, checkoutUrl, payment } };
      }
      return {
        body: { success: true, message: PAID, cert: serializeCertificate(result.certificate), payment },
      };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
