import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import { certificates } from './certificates.ts';

/**
 * One verifier's verification of one certificate: created by the first look-up, paid at most once (docs/product.md,
 * Verification).
 */
export const verifications = sqliteTable(
  'verifications',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    verifierId: text('verifier_id')
      .notNull()
      .references(() => users.id),
    certificateId: text('certificate_id')
      .notNull()
      .references(() => certificates.id),
    /** The certificate's issuer, repeated so that an issuer's list pages on one index. */
    issuerId: text('issuer_id')
      .notNull()
      .references(() => users.id),
    lookedUpAt: integer('looked_up_at').notNull(),
    /** When it was paid; set together with the succeeded payment. */
    paidAt: integer('paid_at'),
    paymentId: text('payment_id').references((): AnySQLiteColumn => payments.id),
  },
  (table) => [
    uniqueIndex('verifications_once').on(table.verifierId, table.certificateId),
    index('verifications_by_issuer').on(table.issuerId, table.seq),
    index('verifications_by_verifier').on(table.verifierId, table.seq),
    // The history of one certificate.
    index('verifications_by_certificate').on(table.certificateId, table.seq),
    // Lists filtered by payment page on one of these.
    index('verifications_paid').on(table.seq).where(sql`${table.paidAt} is not null`),
    index('verifications_unpaid').on(table.seq).where(sql`${table.paidAt} is null`),
    index('verifications_paid_by_issuer')
      .on(table.issuerId, table.seq)
      .where(sql`${table.paidAt} is not null`),
    index('verifications_unpaid_by_issuer').on(table.issuerId, table.seq).where(sql`${table.paidAt} is null`),
    index('verifications_latest_paid')
      .on(table.issuerId, table.paidAt)
      .where(sql`${table.paidAt} is not null`),
    index('verifications_paid_by_verifier')
      .on(table.verifierId, table.seq)
      .where(sql`${table.paidAt} is not null`),
    index('verifications_unpaid_by_verifier')
      .on(table.verifierId, table.seq)
      .where(sql`${table.paidAt} is null`),
    index('verifications_paid_by_certificate')
      .on(table.certificateId)
      .where(sql`${table.paidAt} is not null`),
  ],
);

/**
 * Attempts to pay a verification. The row is inserted before the gateway is called (intent) and settled afterwards, so the
 * next start finds what a crash left open.
 */
export const payments = sqliteTable(
  'payments',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    verificationId: text('verification_id')
      .notNull()
      .references(() => verifications.id),
    state: text({ enum: ['intent', 'succeeded', 'declined', 'abandoned'] }).notNull(),
    /** Consecutive over succeeded payments; printed on the receipt. */
    receiptNumber: integer('receipt_number').unique(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text().notNull(),
    cardBrand: text('card_brand').notNull(),
    cardLast4: text('card_last4').notNull(),
    gateway: text().notNull(),
    gatewayReference: text('gateway_reference'),
    declineMessage: text('decline_message'),
    createdAt: integer('created_at').notNull(),
    settledAt: integer('settled_at'),
  },
  (table) => [
    index('payments_by_verification').on(table.verificationId, table.seq),
    // A verification has at most one succeeded payment, also when the code has a bug.
    uniqueIndex('payments_one_success').on(table.verificationId).where(sql`${table.state} = 'succeeded'`),
    // And at most one open payment.
    uniqueIndex('payments_one_intent').on(table.verificationId).where(sql`${table.state} = 'intent'`),
    index('payments_open_intents').on(table.state).where(sql`${table.state} = 'intent'`),
  ],
);
