import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import { PAYMENT_STATES, payments } from './verification.ts';

/** The changes of a payment's state, in order. */
export const paymentEvents = sqliteTable(
  'payment_events',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    state: text({ enum: PAYMENT_STATES }).notNull(),
    /** Why, where the state does not say it. */
    detail: text(),
    at: integer().notNull(),
  },
  (table) => [index('payment_events_by_payment').on(table.paymentId, table.seq)],
);

/** The last number given in each series of numbered documents. It changes in the transaction that issues the document. */
export const documentNumbers = sqliteTable('document_numbers', {
  series: text({ enum: ['receipt', 'credit-note', 'statement'] }).primaryKey(),
  last: integer().notNull(),
});

/** What a receipt says besides its payment's amount, as it was when the receipt was issued. */
export type ReceiptFacts = {
  /** Null before the seller's details were set. */
  seller: { name: string; address: string | null; taxId: string | null } | null;
  buyer: { name: string; email: string | null; company: string | null; taxId: string | null };
  /** What was paid for. */
  lines: [label: string, value: string][];
};

/** Receipts of payments. A row never changes. */
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

/** Credit notes of refunds and lost disputes. A row never changes. */
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
    /** The tax that the amount includes, at the receipt's rate. */
    taxMinor: integer('tax_minor').notNull(),
    /** A refund, or a dispute that was lost. */
    cause: text({ enum: ['refund', 'dispute'] }).notNull(),
    reason: text().notNull(),
    /** As printed; null before the seller's details were set. */
    seller: text({ mode: 'json' }).$type<ReceiptFacts['seller']>(),
  },
  (table) => [index('credit_notes_by_payment').on(table.paymentId, table.number)],
);

/** The seller's details for receipts. The newest row counts. */
export const sellerDetails = sqliteTable(
  'seller_details',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    address: text(),
    taxId: text('tax_id'),
    /** The tax included in prices, in hundredths of a percent; null without tax. */
    taxRate: integer('tax_rate'),
    setBy: text('set_by')
      .notNull()
      .references(() => users.id),
    setAt: integer('set_at').notNull(),
  },
  // Deleting an account checks for references.
  (table) => [index('seller_details_by_setter').on(table.setBy)],
);

/** Refunds, at most one for a payment. The row is the order to refund; the background sends it to the gateway. */
export const refunds = sqliteTable(
  'refunds',
  {
    paymentId: text('payment_id')
      .primaryKey()
      .references(() => payments.id),
    reason: text().notNull(),
    /** The super admin who refunded; null for an automatic refund and for one made at the gateway. */
    requestedBy: text('requested_by').references(() => users.id),
    requestedAt: integer('requested_at').notNull(),
    /** When the gateway confirmed it. */
    completedAt: integer('completed_at'),
    nextAttemptAt: integer('next_attempt_at').notNull(),
    attempts: integer().notNull().default(0),
    /** Idempotency-Key of the attempt whose outcome is unknown; null: the next attempt gets a new one. */
    attemptKey: text('attempt_key'),
  },
  (table) => [
    index('refunds_by_time').on(table.requestedAt),
    index('refunds_due').on(table.nextAttemptAt).where(sql`${table.completedAt} is null`),
    // Deleting an account checks for references.
    index('refunds_by_requester').on(table.requestedBy).where(sql`${table.requestedBy} is not null`),
  ],
);

/** What was received and refunded on a day (UTC): counters that triggers keep in the transactions that settle and refund. */
export const paymentDays = sqliteTable('payment_days', {
  day: text().primaryKey(),
  receivedMinor: integer('received_minor').notNull().default(0),
  refundedMinor: integer('refunded_minor').notNull().default(0),
});

/** IDs of the webhook events that were processed, so that each counts once. */
export const gatewayEvents = sqliteTable(
  'gateway_events',
  {
    /** The gateway's name and its event's ID. */
    id: text().primaryKey(),
    receivedAt: integer('received_at').notNull(),
  },
  (table) => [index('gateway_events_by_time').on(table.receivedAt)],
);

/** The sandbox gateway's own ledger, apart from ours as a provider's would be. */
export const sandboxCharges = sqliteTable('sandbox_charges', {
  /** Our payment's id: the same one is never charged twice. */
  paymentId: text('payment_id').primaryKey(),
  reference: text().notNull().unique(),
  amountMinor: integer('amount_minor').notNull(),
  currency: text().notNull(),
  /** Null when it succeeded. */
  declineMessage: text('decline_message'),
  createdAt: integer('created_at').notNull(),
  refundedAt: integer('refunded_at'),
});
