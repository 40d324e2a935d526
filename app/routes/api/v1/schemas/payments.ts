import { z } from 'zod';
import 'zod-openapi';
import { env } from '#app/config/env.server.ts';
import { PAYMENT_STATES, type Payment } from '#app/payments/payment.server.ts';
import { _id, column, dollars, instant, object, text, url } from '#app/routes/api/v1/object.ts';

const RECEIPT = 'https://certrace.example/verify/receipts/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9/receipt';

export const receiptUrls = {
  receiptUrl: url(`${RECEIPT}.json`, 'The signed receipt; requires the payer’s token'),
  receiptProofUrl: url(
    `${RECEIPT}.tlog-proof`,
    'The proof that the receipt is in the log; requires the payer’s token',
  ),
};

export const NO_RECEIPT = { receiptUrl: null, receiptProofUrl: null };

/** URLs of a payment's signed receipt and its log proof. They need the payer's token. */
export function receiptUrlsOf(paymentId: string) {
  const receipt = `${env().APP_URL}/verify/receipts/${paymentId}/receipt`;
  return { receiptUrl: `${receipt}.json`, receiptProofUrl: `${receipt}.tlog-proof` };
}

export const withReceipt = <Paid extends Payment>(payment: Paid) => {
  const hasReceipt = payment.receiptNumber !== null && payment.kind !== 'course';
  return { ...payment, ...(hasReceipt ? receiptUrlsOf(payment.id) : NO_RECEIPT) };
};

export const paymentObject = object('Payment', {
  _id,
  state: z.enum(PAYMENT_STATES).meta({
    description: 'created and pending payments are open, others are settled',
    examples: ['paid'],
  }),
  gateway: text('sandbox'),
  for: column('kind', z.enum(['verification', 'course'])),
  courseId: z
    .uuid()
    .nullable()
    .meta({ description: 'The course, unless it is deleted', examples: [null] }),
  amount: column('amountMinor', dollars(4200)),
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
}).from(withReceipt<Payment>);
