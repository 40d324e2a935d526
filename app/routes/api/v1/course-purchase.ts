import { z } from 'zod';
import { ENROLLED, purchaseCourse, purchaseSchema } from '#app/courses/purchase-course.server.ts';
import { cardSchema } from '#app/payments/card.schema.ts';
import { CONTINUE } from '#app/payments/pay.server.ts';
import { PROCESSING } from '#app/payments/start-payment.server.ts';
import { PROVIDER_DOWN } from '#app/payments/stripe.server.ts';
import { serializePayment } from '#app/routes/api/v1/serialize.server.ts';
import { api } from './respond.ts';
import { paymentSchema, success, TOO_MANY } from './schemas.ts';

const resource = api('courses/:id/purchase', {
  POST: {
    auth: 'bearer',
    summary: 'Buy a course, or enrol in a free one',
    // Without card fields for a free course, and where the gateway asks for the card on its own page.
    body: z.union([cardSchema(0).safeExtend(purchaseSchema.shape), purchaseSchema]),
    example: {
      coupon: 'SPRING-25',
      cardNumber: '4242 4242 4242 4242',
      expiryMonth: '12',
      expiryYear: '39',
      cvCode: '123',
    },
    idempotent: true,
    responses: {
      200: z.union([
        success({
          message: z.literal(ENROLLED),
          enrolled: z.literal(true),
          payment: paymentSchema.nullable().meta({ description: 'Null where nothing was paid' }),
        }),
        success({ message: z.literal(CONTINUE), checkoutUrl: z.url(), payment: paymentSchema }),
      ]),
    },
    failures: {
      402: 'Your card was declined.',
      404: 'Course not found.',
      409: PROCESSING,
      429: TOO_MANY,
      503: PROVIDER_DOWN,
    },
    async handle({ actor, params, json, request }) {
      const key = request.headers.get('Idempotency-Key');
      const result = await purchaseCourse(actor, params.id, await json(), key);
      const payment = result.payment && serializePayment(result.payment);
      if (result.kind === 'started') {
        const { checkoutUrl } = result;
        return { body: { success: true, message: CONTINUE, checkoutUrl, payment } };
      }
      return { body: { success: true, message: ENROLLED, enrolled: true, payment } };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
