import { z } from 'zod';
import { CONTINUE, type PaymentResult } from '#app/payments/pay.server.ts';
import { PROCESSING } from '#app/payments/start-payment.server.ts';
import { PROVIDER_DOWN } from '#app/payments/stripe.server.ts';
import { serializePayment } from '#app/routes/api/v1/serialize.server.ts';
import { paymentSchema } from './schemas/payments.ts';
import { success, TOO_MANY } from './schemas/responses.ts';

/* Shared by the calls that make a payment. */

export const EXAMPLE_CARD = {
  cardNumber: '4242 4242 4242 4242',
  expiryMonth: '12',
  expiryYear: '39',
  cvCode: '123',
};

export const paymentFailures = (notFound: string) => ({
  402: 'Your card was declined.',
  404: notFound,
  409: PROCESSING,
  429: TOO_MANY,
  503: PROVIDER_DOWN,
});

/** The response when the payer continues at the gateway. */
export const startedSchema = success({
  message: z.literal(CONTINUE),
  checkoutUrl: z.url(),
  payment: paymentSchema,
});

export const startedBody = ({ checkoutUrl, payment }: Extract<PaymentResult, { kind: 'started' }>) => ({
  success: true as const,
  message: CONTINUE,
  checkoutUrl,
  payment: serializePayment(payment),
});
