import { z } from 'zod';
import { continueTexts, type PaymentResult } from '#app/payments/pay.server.ts';
import { processingTexts } from '#app/payments/start-payment.server.ts';
import { providerDown } from '#app/payments/stripe.server.ts';
import { paymentObject } from './schemas/payments.ts';
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
  409: processingTexts(),
  429: TOO_MANY,
  503: providerDown(),
});

/** The response when the payer continues at the gateway. */
export const startedSchema = success({
  message: z.literal(continueTexts()),
  checkoutUrl: z.url(),
  payment: paymentObject,
});

export const startedBody = ({ checkoutUrl, payment }: Extract<PaymentResult, { kind: 'started' }>) => ({
  success: true as const,
  message: continueTexts(),
  checkoutUrl,
  payment: paymentObject.serialize(payment),
});
