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
import { courses } from './courses.ts';

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
    /** The certificate's student, repeated so that a verifier's students are found on one index. */
    studentEmail: text('student_email').notNull().default(''),
    lookedUpAt: integer('looked_up_at').notNull(),
    /** When it was paid; set together with the payment, and null again once that is refunded. */
    paidAt: integer('paid_at'),
    paymentId: text('payment_id').references((): AnySQLiteColumn => payments.id),
    /** The certificate's course, repeated so that the lists of one course page on one index. */
    courseName: text('course_name').notNull().default(''),
  },
  (table) => [
    uniqueIndex('verifications_once').on(table.verifierId, table.certificateId),
    // The lists of an issuer, of a verifier and of super admins, in the order of look-ups: all, by payment, and by course.
    index('verifications_by_issuer').on(table.issuerId, table.lookedUpAt, table.seq),
    index('verifications_by_verifier').on(table.verifierId, table.lookedUpAt, table.seq),
    index('verifications_by_time').on(table.lookedUpAt, table.seq),
    index('verifications_paid_by_issuer')
      .on(table.issuerId, table.lookedUpAt, table.seq)
      .where(sql`${table.paidAt} is not null`),
    index('verifications_unpaid_by_issuer')
      .on(table.issuerId, table.lookedUpAt, table.seq)
      .where(sql`${table.paidAt} is null`),
    index('verifications_paid_by_verifier')
      .on(table.verifierId, table.lookedUpAt, table.seq)
      .where(sql`${table.paidAt} is not null`),
    index('verifications_unpaid_by_verifier')
      .on(table.verifierId, table.lookedUpAt, table.seq)
      .where(sql`${table.paidAt} is null`),
    index('verifications_paid').on(table.lookedUpAt, table.seq).where(sql`${table.paidAt} is not null`),
    index('verifications_unpaid').on(table.lookedUpAt, table.seq).where(sql`${table.paidAt} is null`),
    index('verifications_by_issuer_and_course').on(
      table.issuerId,
      table.courseName,
      table.lookedUpAt,
      table.seq,
      table.paidAt,
    ),
    index('verifications_by_verifier_and_course').on(
      table.verifierId,
      table.courseName,
      table.lookedUpAt,
      table.seq,
      table.paidAt,
    ),
    index('verifications_by_course').on(table.courseName, table.lookedUpAt, table.seq, table.paidAt),
    // The history of one certificate.
    index('verifications_by_certificate').on(table.certificateId, table.seq),
    index('verifications_latest_paid')
      .on(table.issuerId, table.paidAt)
      .where(sql`${table.paidAt} is not null`),
    // The students of a verifier by their latest payments, and what was paid for each.
    index('verifications_paid_students')
      .on(table.verifierId, table.seq)
      .where(sql`${table.paidAt} is not null`),
    index('verifications_paid_by_student')
      .on(table.verifierId, table.studentEmail, table.seq)
      .where(sql`${table.paidAt} is not null`),
    index('verifications_paid_by_certificate')
      .on(table.certificateId)
      .where(sql`${table.paidAt} is not null`),
  ],
);

/**
 * The states of a payment (docs/product.md, Payment). `created` and `pending` are open: `created` is written before the
 * gateway is called, `pending` has a checkout at the gateway.
 */
export const PAYMENT_STATES = [
  'created',
  'pending',
  'paid',
  'failed',
  'expired',
  'refunded',
  'disputed',
] as const;

/**
 * Attempts to pay. The row is inserted before the gateway is called and settled afterwards, so that a crash leaves a row that
 * can be settled by asking the gateway.
 */
export const payments = sqliteTable(
  'payments',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    payerId: text('payer_id')
      .notNull()
      .references(() => users.id),
    /** What is paid for: a verification, or else a course. */
    verificationId: text('verification_id').references(() => verifications.id),
    /** Null for a verification, and once the course is deleted. */
    courseId: text('course_id').references(() => courses.id, { onDelete: 'set null' }),
    /** The course's title when the payment began; null for a verification. */
    courseTitle: text('course_title'),
    state: text({ enum: PAYMENT_STATES }).notNull(),
    /** The number of its receipt, null until it is charged. */
    receiptNumber: integer('receipt_number').unique(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text().notNull(),
    /** Null if the card is entered at the gateway. */
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    gateway: text().notNull(),
    /** What the payer wants on the receipt. */
    buyerCompany: text('buyer_company'),
    buyerTaxId: text('buyer_tax_id'),
    /** The gateway's ID of the checkout, and its address for the payer. */
    checkoutReference: text('checkout_reference'),
    checkoutUrl: text('checkout_url'),
    /** The gateway's ID of the charge. */
    gatewayReference: text('gateway_reference'),
    /** Why it failed, for the payer. */
    failureMessage: text('decline_message'),
    createdAt: integer('created_at').notNull(),
    settledAt: integer('settled_at'),
    /** When the gateway was last asked about an open payment. */
    checkedAt: integer('checked_at').notNull().default(0),
  },
  (table) => [
    index('payments_by_verification').on(table.verificationId, table.seq),
    index('payments_by_payer').on(table.payerId, table.seq),
    // The list of all payments, which may be limited to a state and to some days.
    index('payments_by_creation').on(table.createdAt, table.seq),
    index('payments_by_state').on(table.state, table.createdAt, table.seq),
    index('payments_by_gateway_reference').on(table.gatewayReference),
    // A verification is paid for once, also when the code has a bug. After a lost dispute it may be paid for again.
    uniqueIndex('payments_one_success').on(table.verificationId).where(sql`${table.state} = 'paid'`),
    // And has at most one open payment.
    uniqueIndex('payments_one_open')
      .on(table.verificationId)
      .where(sql`${table.state} in ('created', 'pending')`),
    // The same for a course and its payer. A course whose payment is disputed may be bought again.
    uniqueIndex('payments_one_success_for_course')
      .on(table.courseId, table.payerId)
      .where(sql`${table.state} = 'paid'`),
    uniqueIndex('payments_one_open_for_course')
      .on(table.courseId, table.payerId)
      .where(sql`${table.state} in ('created', 'pending')`),
    index('payments_by_course').on(table.courseId, table.seq),
    index('payments_open').on(table.checkedAt).where(sql`${table.state} in ('created', 'pending')`),
  ],
);
