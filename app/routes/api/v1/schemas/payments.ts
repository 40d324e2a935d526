import { z } from 'zod';
import 'zod-openapi';
import { env } from '#app/config/env.server.ts';
import { documentOf, statementNumber } from '#app/payments/credit/statement-lines.ts';
import type { StatementEntry } from '#app/payments/credit/statements.server.ts';
import type { ListedPayment } from '#app/payments/list-payments.server.ts';
import { PAYMENT_STATES, type Payment } from '#app/payments/payment.server.ts';
import type { PaymentDetails } from '#app/payments/payment-details.server.ts';
import { creditNoteNumber, type DocumentLine, receiptNumber } from '#app/payments/receipt-lines.ts';
import {
  _id,
  column,
  derived,
  dollars,
  id,
  instant,
  member,
  object,
  optionalEmail,
  optionalText,
  part,
  text,
  url,
} from '#app/routes/api/v1/object.ts';

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

const withReceipt = <Paid extends Payment>(payment: Paid) => {
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

/* Receipts, refunds, credit and statements. */

const listedPayment = {
  ...paymentObject.members,
  payer: z.strictObject({ name: text('Mara Osei'), email: optionalEmail('mara@osei.example') }),
};

export const listedPaymentObject = object('ListedPayment', listedPayment).from(withReceipt<ListedPayment>);

const creditNote = member(text('C-000007'), creditNoteNumber);
const receipt = member(text('R-000042'), receiptNumber);

export const paymentDetailsObject = object('PaymentDetails', {
  ...listedPayment,
  title: text('Distributed Systems', 'What was bought'),
  gatewayReference: optionalText(null, 'ID at the gateway'),
  history: part({
    state: z.enum(PAYMENT_STATES).meta({ examples: ['paid'] }),
    detail: optionalText(null),
    at: instant,
  }).array(),
  creditNotes: part({ _id, number: creditNote }).array(),
  refund: part({
    reason: text('Paid by mistake'),
    by: optionalText('office', 'The super admin; null for the site'),
    completedAt: instant.nullable().meta({ description: 'When the gateway confirmed it' }),
  }).nullable(),
}).from(withReceipt<PaymentDetails>);

const seller = z
  .strictObject({
    name: text('Certrace Ltd'),
    address: optionalText('1 Quay, Bristol'),
    taxId: optionalText('GB123456789'),
  })
  .nullable()
  .meta({ description: 'Null if the details were not set when it was issued' });

const buyer = z.strictObject({
  name: text('Mara Osei'),
  email: optionalText('mara@osei.example'),
  company: optionalText('Osei Consulting'),
  taxId: optionalText(null),
});

/** In hundredths of a percent on the server. */
const rate = member(z.number(), (hundredths: number) => hundredths / 100);

const documentFields = {
  amount: column('amountMinor', dollars(4200)),
  currency: z.literal('USD'),
  tax: part({
    percent: column('rate', rate.meta({ examples: [19] })),
    amount: column('amountMinor', dollars(670.59)),
  })
    .nullable()
    .meta({ description: 'The included tax' }),
  seller,
  buyer,
  lines: member(
    z.strictObject({ label: text('Certificate'), value: text('7K3M-9QZX-2HVB-4TND') }),
    ([label, value]: DocumentLine) => ({ label, value }),
  ).array(),
  issuedAt: instant,
};

export const receiptObject = object('Receipt', {
  paymentId: column('id', id),
  number: receipt,
  ...documentFields,
  gateway: text('sandbox'),
  card: paymentObject.members.card,
});

export const creditNoteObject = object('CreditNote', {
  _id,
  number: creditNote,
  paymentId: id,
  receiptNumber: receipt,
  ...documentFields,
  reason: text('Paid by mistake'),
});

export const creditObject = object('Credit', {
  _id: column('userId', id.meta({ description: 'Of the account' })),
  name: text('Mara Osei'),
  email: optionalEmail('mara@osei.example'),
  limit: column('limitMinor', dollars(5000)),
  owed: column('owedMinor', dollars(4200)),
  left: column('leftMinor', dollars(800)),
  setAt: instant,
  endedAt: instant.nullable().meta({ description: 'Null while the account may draw' }),
});

export const ledgerLineObject = object('LedgerEntry', {
  kind: z.enum(['limit', 'end', 'draw', 'refund', 'settlement']),
  title: optionalText('7K3M-9QZX-2HVB-4TND'),
  by: optionalText(null, 'The super admin'),
  paymentId: optionalText(null),
  statementId: optionalText(null),
  amount: column('amountMinor', dollars(4200).meta({ description: 'The change of the debt in dollars' })),
  limit: column('limitMinor', dollars(5000)),
  owed: column('owedMinor', dollars(4200)),
  at: instant,
});

const statement = {
  _id,
  number: member(text('S-000003'), statementNumber),
  month: text('2026-10', 'In UTC'),
  issuedAt: instant,
  total: column('totalMinor', dollars(4200)),
  settledAt: instant.nullable().meta({ description: 'When it was marked as paid' }),
};

export const statementObject = object('Statement', statement);

export const wholeStatementObject = object('WholeStatement', {
  ...statement,
  tax: column('taxMinor', dollars(670.59)),
  currency: z.literal('USD'),
  seller,
  buyer,
});

export const statementEntryObject = object('StatementEntry', {
  kind: z.enum(['draw', 'refund']),
  title: optionalText('7K3M-9QZX-2HVB-4TND'),
  paymentId: optionalText('01a1fd90-efbd-76a7-86eb-f5382c5ddfb9'),
  document: derived(
    optionalText('R-000042', 'Number of the receipt or credit note'),
    (entry: StatementEntry) => documentOf(entry) || null,
  ),
  amount: column('amountMinor', dollars(4200)),
  tax: column('taxMinor', dollars(670.59)),
  at: instant,
});

export const sellerObject = object('Seller', {
  name: text('Certrace Ltd'),
  address: optionalText('1 Quay, Bristol'),
  taxId: optionalText('GB123456789'),
  taxRate: rate.nullable().meta({ description: 'Percent', examples: [19] }),
  setBy: text('office'),
  setAt: instant,
});
