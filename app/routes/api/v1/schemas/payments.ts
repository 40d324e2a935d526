import { z } from 'zod';
import 'zod-openapi';
import { PAYMENT_STATES } from '#app/payments/payment-state.server.ts';
import { id, instant, text, url } from './fields.ts';

const RECEIPT = 'https://certrace.example/verify/receipts/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9/receipt';

export const receiptUrls = {
  receiptUrl: url(`${RECEIPT}.json`, 'The signed receipt; requires the payer’s token'),
  receiptProofUrl: url(
    `${RECEIPT}.tlog-proof`,
    'The proof that the receipt is in the log; requires the payer’s token',
  ),
};

export const paymentSchema = z
  .strictObject({
    _id: id,
    state: z.enum(PAYMENT_STATES).meta({
      description: 'created and pending payments are open, others are settled',
      examples: ['paid'],
    }),
    gateway: text('sandbox'),
    for: z.enum(['verification', 'course']),
    courseId: z
      .uuid()
      .nullable()
      .meta({ description: 'The course, unless it is deleted', examples: [null] }),
    amount: z.number().meta({ description: 'Dollars', examples: [4200] }),
    currency: z.literal('USD'),
    card: z
      .strictObject({
        brand: text('Visa'),
        last4: z
          .string()
          .regex(/^\d{4}$/)
          .meta({ examples: ['4242'] }),
      })
      .nullable()
      .meta({ description: 'Null if the card is entered at the gateway' }),
    receiptUrl: receiptUrls.receiptUrl.nullable(),
    receiptProofUrl: receiptUrls.receiptProofUrl.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Payment' });
