import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import { PAYMENT_STATES, payments } from './verification.ts';

/** State changes of payments, in order. */
export const paymentEvents = sqliteTable(
  'payment_events',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    state: text({ enum: PAYMENT_STATES }).notNull(),
    /** The reason, if the state alone does not explain it. */
    detail: text(),
    at: integer().notNull(),
  },
  (table) => [index('payment_events_by_payment').on(table.paymentId, table.seq)],
);

/** The last assigned number of each series of documents. It changes in the transaction that issues a document. */
export const documentNumbers = sqliteTable('document_numbers', {
  series: text({ enum: ['receipt', 'credit-note', 'statement'] }).primaryKey(),
  last: integer().notNull(),
});

/** The content of a receipt besides the payment's amount, at the time of issuing. */
export type ReceiptFacts = {
  /** Null if the seller's details were not set. */
  seller: { name: string; address: string | null; taxId: string | null } | null;
  buyer: { name: string; email: string | null; company: string | null; taxId: string | null };
  /** Description of the purchase. */
  lines: [label: string, value: string][];
};

/** Receipts of payments. Rows never change. */
export const receipts = sqliteTable('receipts', {
  paymentId: text('payment_id')
    .primaryKey()
    .references(() => payments.id),
  /** Consecutive without gaps. */
  number: integer().notNull().unique(),
  issuedAt: integer('issued_at').notNull(),
  /** The tax included in the amount, in hundredths of a percent; null without tax. */
  taxRate: integer('tax_rate'),
  facts: text({ mode: 'json' }).$type<ReceiptFacts>().notNull(),
});

/** Credit notes of refunds and lost disputes. Rows never change. */
export const creditNotes = sqliteTable(
  'credit_notes',
  {
    id: text().primaryKey(),
    /** Consecutive without gaps. */
    number: integer().notNull().unique(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => receipts.paymentId),
    issuedAt: integer('issued_at').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    /** The tax included in the amount, at the receipt's rate. */
    taxMinor: integer('tax_minor').notNull(),
    /** A refund, or a lost dispute. */
    cause: text({ enum: ['refund', 'dispute'] }).notNull(),
    reason: text().notNull(),
    /** As printed. Null if the seller's details were not set. */
    seller: text({ mode: 'json' }).$type<ReceiptFacts['seller']>(),
  },
  (table) => [index('credit_notes_by_payment').on(table.paymentId, table.number)],
);

/** The seller's details for receipts. The newest row applies. */
export const sellerDetails = sqliteTable(
  'seller_details',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    address: text(),
    taxId: text('tax_id'),
    /** The tax included in prices, in hundredths of a percent. Null without tax. */
    taxRate: integer('tax_rate'),
    setBy: text('set_by')
      .notNull()
      .references(() => users.id),
    setAt: integer('set_at').notNull(),
  },
  // Deleting an account checks for references.
  (table) => [index('seller_details_by_setter').on(table.setBy)],
);

/** Orders to refund a payment, at most one per payment. A background task sends them to the gateway. */
export const refunds = sqliteTable(
  'refunds',
  {
    paymentId: text('payment_id')
      .primaryKey()
      .references(() => payments.id),
    reason: text().notNull(),
    /** The super admin who refunded it. Null for an automatic refund and for one made at the gateway. */
    requestedBy: text('requested_by').references(() => users.id),
    requestedAt: integer('requested_at').notNull(),
    /** When the gateway confirmed it. */
    completedAt: integer('completed_at'),
    nextAttemptAt: integer('next_attempt_at').notNull(),
    attempts: integer().notNull().default(0),
    /** Idempotency-Key of an attempt whose outcome is unknown. Null: the next attempt gets a new key. */
    attemptKey: text('attempt_key'),
  },
  (table) => [
    index('refunds_by_time').on(table.requestedAt),
    index('refunds_due').on(table.nextAttemptAt).where(sql`${table.completedAt} is null`),
    // Deleting an account checks for references.
    index('refunds_by_requester').on(table.requestedBy).where(sql`${table.requestedBy} is not null`),
  ],
);

/** Received and refunded amounts per day (UTC). Triggers update them in the transactions that settle and refund. */
export const paymentDays = sqliteTable('payment_days', {
  day: text().primaryKey(),
  receivedMinor: integer('received_minor').notNull().default(0),
  refundedMinor: integer('refunded_minor').notNull().default(0),
});

/** IDs of processed webhook events, so that each is processed once. */
export const gatewayEvents = sqliteTable(
  'gateway_events',
  {
    /** The gateway's name and the event's ID. */
    id: text().primaryKey(),
    receivedAt: integer('received_at').notNull(),
  },
  (table) => [index('gateway_events_by_time').on(table.receivedAt)],
);

/** The sandbox gateway's own ledger, separate from ours like that of a payment provider. */
export const sandboxCharges = sqliteTable('sandbox_charges', {
  /** ID of our payment, which is never charged twice. */
  paymentId: text('payment_id').primaryKey(),
  reference: text().notNull().unique(),
  amountMinor: integer('amount_minor').notNull(),
  currency: text().notNull(),
  /** Null if it succeeded. */
  declineMessage: text('decline_message'),
  createdAt: integer('created_at').notNull(),
  refundedAt: integer('refunded_at'),
});
