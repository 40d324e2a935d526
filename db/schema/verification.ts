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
 * A verifier's verification of a certificate. The first look-up creates it, and it is paid at most once (docs/product.md,
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
    /** The certificate's issuer, copied here so that an issuer's list is read from one index. */
    issuerId: text('issuer_id')
      .notNull()
      .references(() => users.id),
    /** The certificate's student, copied here so that a verifier's students are read from one index. */
    studentEmail: text('student_email').notNull().default(''),
    lookedUpAt: integer('looked_up_at').notNull(),
    /** When it was paid. Set together with the payment, and null again after a refund. */
    paidAt: integer('paid_at'),
    paymentId: text('payment_id').references((): AnySQLiteColumn => payments.id),
    /** The certificate's course, copied here so that lists of one course are read from one index. */
    courseName: text('course_name').notNull().default(''),
  },
  (table) => [
    uniqueIndex('verifications_once').on(table.verifierId, table.certificateId),
    // Lists of an issuer, a verifier and super admins, in the order of look-ups: all, by payment, and by course.
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
    // The students of a verifier by their latest payments, and the payments for each student.
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
 * States of a payment (docs/product.md, Payment). `created` and `pending` are open: `created` is stored before the gateway is
 * called, `pending` has a checkout at the gateway.
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
 * Payments. A row is inserted before the gateway is called and settled afterwards, so that after a crash the gateway can be
 * asked about it.
 */
export const payments = sqliteTable(
  'payments',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    payerId: text('payer_id')
      .notNull()
      .references(() => users.id),
    /** The item: a verification, or else a course. */
    verificationId: text('verification_id').references(() => verifications.id),
    /** Null for a verification, and after the course is deleted. */
    courseId: text('course_id').references(() => courses.id, { onDelete: 'set null' }),
    /** The course's title when the payment began. Null for a verification. */
    courseTitle: text('course_title'),
    state: text({ enum: PAYMENT_STATES }).notNull(),
    /** The number of its receipt. Null until it is charged. */
    receiptNumber: integer('receipt_number').unique(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text().notNull(),
    /** Null if the card is entered at the gateway. */
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    gateway: text().notNull(),
    /** The buyer's details for the receipt. */
    buyerCompany: text('buyer_company'),
    buyerTaxId: text('buyer_tax_id'),
    /** The gateway's ID of the checkout, and its URL for the payer. */
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
    // The list of all payments, which can be filtered by state and days.
    index('payments_by_creation').on(table.createdAt, table.seq),
    index('payments_by_state').on(table.state, table.createdAt, table.seq),
    index('payments_by_gateway_reference').on(table.gatewayReference),
    // Ensures that a verification is paid once, even if the code has a bug. After a lost dispute it may be paid again.
    uniqueIndex('payments_one_success').on(table.verificationId).where(sql`${table.state} = 'paid'`),
    // Ensures that it has at most one open payment.
    uniqueIndex('payments_one_open')
      .on(table.verificationId)
      .where(sql`${table.state} in ('created', 'pending')`),
    // The same for a course and its payer. After a dispute the course may be bought again.
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
