import { z } from 'zod';
import { enrolledTexts, purchaseCourse, purchaseSchema } from '#app/courses/purchase-course.server.ts';
import { cardSchema } from '#app/payments/card.schema.ts';
import { serializePayment } from '#app/routes/api/v1/serialize.server.ts';
import { readCard } from '#app/routes/payments/read-card.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { EXAMPLE_CARD, paymentFailures, startedBody, startedSchema } from './paying.ts';
import { resource } from './respond.ts';
import { paymentSchema } from './schemas/payments.ts';
import { success } from './schemas/responses.ts';

export const api = resource();

api('courses/:id/purchase').post({
  auth: 'bearer',
  summary: 'Buy a course, or enrol in a free one',
  // Without card fields for a free course, or if the gateway asks for the card on its own page.
  body: z.union([cardSchema(0).safeExtend(purchaseSchema.shape), purchaseSchema]),
  example: {
    coupon: 'SPRING-25',
    ...EXAMPLE_CARD,
  },
  hasOwnKey: true,
  responses: {
    200: z.union([
      success({
        message: z.literal(enrolledTexts()),
        enrolled: z.literal(true),
        payment: paymentSchema.nullable().meta({ description: 'Null where nothing was paid' }),
      }),
      startedSchema,
    ]),
  },
  failures: paymentFailures('Course not found.'),
  async handle({ actor, params, json, request }) {
    const key = request.headers.get('Idempotency-Key');
    const fields = await json();
    const input = parseInput(purchaseSchema, fields);
    const result = await purchaseCourse(actor, params.id, input, readCard(fields), key);
    if (result.kind === 'started') return { body: startedBody(result), isInterim: true };
    const payment = result.payment && serializePayment(result.payment);
    return { body: { success: true, message: enrolledTexts(), enrolled: true, payment } };
  },
});
