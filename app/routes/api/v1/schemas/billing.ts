import { z } from 'zod';
import 'zod-openapi';
import { PAYMENT_STATES } from '#app/payments/payment-state.server.ts';
import { id, instant, text } from './fields.ts';
import { paymentSchema } from './payments.ts';

/* Receipts, refunds, credit and statements. */

const dollars = (example: number) => z.number().meta({ description: 'Dollars', examples: [example] });
const filled = (example: string | null) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example] });

const payer = z.strictObject({
  name: text('Mara Osei'),
  email: z
    .email()
    .nullable()
    .meta({ examples: ['mara@osei.example'] }),
});

export const listedPaymentSchema = z
  .strictObject({ ...paymentSchema.shape, payer })
  .meta({ id: 'ListedPayment' });

export const paymentDetailsSchema = z
  .strictObject({
    ...listedPaymentSchema.shape,
    title: text('Distributed Systems', 'What was bought'),
    gatewayReference: filled(null).meta({ description: 'ID at the gateway' }),
    history: z.array(
      z.strictObject({
        state: z.enum(PAYMENT_STATES).meta({ examples: ['paid'] }),
        detail: filled(null),
        at: instant,
      }),
    ),
    creditNotes: z.array(z.strictObject({ _id: id, number: text('C-000007') })),
    refund: z
      .strictObject({
        reason: text('Paid by mistake'),
        by: filled('office').meta({ description: 'The super admin; null for the site' }),
        completedAt: instant.nullable().meta({ description: 'When the gateway confirmed it' }),
      })
      .nullable(),
  })
  .meta({ id: 'PaymentDetails' });

const seller = z
  .strictObject({
    name: text('Certrace Ltd'),
    address: filled('1 Quay, Bristol'),
    taxId: filled('GB123456789'),
  })
  .nullable()
  .meta({ description: 'Null if the details were not set when it was issued' });

const buyer = z.strictObject({
  name: text('Mara Osei'),
  email: z
    .string()
    .nullable()
    .meta({ examples: ['mara@osei.example'] }),
  company: filled('Osei Consulting'),
  taxId: filled(null),
});

const documentFields = {
  amount: dollars(4200),
  currency: z.literal('USD'),
  tax: z
    .strictObject({ percent: z.number().meta({ examples: [19] }), amount: dollars(670.59) })
    .nullable()
    .meta({ description: 'The included tax' }),
  seller,
  buyer,
  lines: z.array(z.strictObject({ label: text('Certificate'), value: text('7K3M-9QZX-2HVB-4TND') })),
  issuedAt: instant,
};

export const receiptSchema = z
  .strictObject({
    paymentId: id,
    number: text('R-000042'),
    ...documentFields,
    gateway: text('sandbox'),
    card: paymentSchema.shape.card,
  })
  .meta({ id: 'Receipt' });

export const creditNoteSchema = z
  .strictObject({
    _id: id,
    number: text('C-000007'),
    paymentId: id,
    receiptNumber: text('R-000042'),
    ...documentFields,
    reason: text('Paid by mistake'),
  })
  .meta({ id: 'CreditNote' });

export const creditAccountSchema = z
  .strictObject({
    _id: id.meta({ description: 'Of the account' }),
    name: text('Mara Osei'),
    email: z
      .email()
      .nullable()
      .meta({ examples: ['mara@osei.example'] }),
    limit: dollars(5000),
    owed: dollars(4200),
    left: dollars(800),
    setAt: instant,
    endedAt: instant.nullable().meta({ description: 'Null while the account may draw' }),
  })
  .meta({ id: 'Credit' });

export const ledgerLineSchema = z
  .strictObject({
    kind: z.enum(['limit', 'end', 'draw', 'refund', 'settlement']),
    title: filled('7K3M-9QZX-2HVB-4TND'),
    by: filled(null).meta({ description: 'The super admin' }),
    paymentId: filled(null),
    statementId: filled(null),
    amount: dollars(4200).meta({ description: 'The change of the debt in dollars' }),
    limit: dollars(5000),
    owed: dollars(4200),
    at: instant,
  })
  .meta({ id: 'LedgerEntry' });

export const statementSchema = z
  .strictObject({
    _id: id,
    number: text('S-000003'),
    month: text('2026-10', 'In UTC'),
    issuedAt: instant,
    total: dollars(4200),
    settledAt: instant.nullable().meta({ description: 'When it was marked as paid' }),
  })
  .meta({ id: 'Statement' });

export const wholeStatementSchema = z
  .strictObject({
    ...statementSchema.shape,
    tax: dollars(670.59),
    currency: z.literal('USD'),
    seller,
    buyer,
  })
  .meta({ id: 'WholeStatement' });

export const statementEntrySchema = z
  .strictObject({
    kind: z.enum(['draw', 'refund']),
    title: filled('7K3M-9QZX-2HVB-4TND'),
    paymentId: filled('01a1fd90-efbd-76a7-86eb-f5382c5ddfb9'),
    document: filled('R-000042').meta({ description: 'Number of the receipt or credit note' }),
    amount: dollars(4200),
    tax: dollars(670.59),
    at: instant,
  })
  .meta({ id: 'StatementEntry' });

export const sellerSchema = z
  .strictObject({
    name: text('Certrace Ltd'),
    address: filled('1 Quay, Bristol'),
    taxId: filled('GB123456789'),
    taxRate: z
      .number()
      .nullable()
      .meta({ description: 'Percent', examples: [19] }),
    setBy: text('office'),
    setAt: instant,
  })
  .meta({ id: 'Seller' });
