import { sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { identity, ofUser, toUser } from './accounts.ts';
import { toCertificate } from './certificates.ts';
import { PURPOSES } from './holders.ts';
import { payments } from './payments.ts';

/**
 * A verifier's verification of a certificate. The first look-up creates it, and it is paid at most once (docs/product.md,
 * Verification).
 */
export const verifications = sqliteTable(
  'verifications',
  {
    ...identity(),
    verifierId: toUser('verifier_id').notNull(),
    certificateId: toCertificate('certificate_id').notNull(),
    /** The certificate's issuer, copied here so that an issuer's list is read from one index. */
    issuerId: toUser('issuer_id').notNull(),
    /** The certificate's student, copied here so that a verifier's students are read from one index. */
    studentEmail: text('student_email').notNull().default(''),
    lookedUpAt: integer('looked_up_at').notNull(),
    /** When it was paid. Set together with the payment, and null again after a refund. */
    paidAt: integer('paid_at'),
    paymentId: text('payment_id').references((): AnySQLiteColumn => payments.id),
    /** The certificate's course, copied here so that lists of one course are read from one index. */
    courseName: text('course_name').notNull().default(''),
    /** Why the verifier looked it up, if it said so. */
    purpose: text({ enum: PURPOSES }),
    purposeText: text('purpose_text'),
  },
  ({ verifierId, certificateId, issuerId, lookedUpAt, seq, paidAt, courseName, studentEmail, paymentId }) => [
    uniqueIndex('verifications_once').on(verifierId, certificateId),
    // Lists of an issuer, a verifier and super admins, in the order of look-ups: all, by payment, and by course.
    index('verifications_by_issuer').on(issuerId, lookedUpAt, seq),
    index('verifications_by_verifier').on(verifierId, lookedUpAt, seq),
    index('verifications_by_time').on(lookedUpAt, seq),
    index('verifications_paid_by_issuer').on(issuerId, lookedUpAt, seq).where(sql`${paidAt} is not null`),
    index('verifications_unpaid_by_issuer').on(issuerId, lookedUpAt, seq).where(sql`${paidAt} is null`),
    index('verifications_paid_by_verifier').on(verifierId, lookedUpAt, seq).where(sql`${paidAt} is not null`),
    index('verifications_unpaid_by_verifier').on(verifierId, lookedUpAt, seq).where(sql`${paidAt} is null`),
    index('verifications_paid').on(lookedUpAt, seq).where(sql`${paidAt} is not null`),
    index('verifications_unpaid').on(lookedUpAt, seq).where(sql`${paidAt} is null`),
    index('verifications_by_issuer_and_course').on(issuerId, courseName, lookedUpAt, seq, paidAt),
    index('verifications_by_verifier_and_course').on(verifierId, courseName, lookedUpAt, seq, paidAt),
    index('verifications_by_course').on(courseName, lookedUpAt, seq, paidAt),
    // The history of one certificate.
    index('verifications_by_certificate').on(certificateId, seq),
    index('verifications_latest_paid').on(issuerId, paidAt).where(sql`${paidAt} is not null`),
    // The students of a verifier by their latest payments, and the payments for each student.
    index('verifications_paid_students').on(verifierId, seq).where(sql`${paidAt} is not null`),
    index('verifications_paid_by_student')
      .on(verifierId, studentEmail, seq)
      .where(sql`${paidAt} is not null`),
    index('verifications_paid_by_certificate').on(certificateId).where(sql`${paidAt} is not null`),
    // A refund takes back everything that a payment opened.
    index('verifications_by_payment').on(paymentId).where(sql`${paymentId} is not null`),
  ],
);

/**
 * What remains to be done in the background after a payment, a replacement or a refund, each of which does only the first steps
 * itself. Exactly one of `certificateId` and `paymentId` is set.
 */
export const verificationFollowUps = sqliteTable(
  'verification_follow_ups',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    /** A replaced certificate whose paid verifications after `afterSeq` are carried to its replacement. */
    certificateId: toCertificate('certificate_id').unique(),
    afterSeq: integer('after_seq').notNull().default(0),
    /** A payment that was taken back, and that no verification may keep. */
    paymentId: text('payment_id')
      .unique()
      .references((): AnySQLiteColumn => payments.id),
    attempts: integer().notNull().default(0),
    nextAttemptAt: integer('next_attempt_at').notNull().default(0),
  },
  ({ nextAttemptAt, seq }) => [index('verification_follow_ups_due').on(nextAttemptAt, seq)],
);

/**
 * A verifier's name and address in the search index, for the verifications up to `untilSeq` and after the row
 * before. The index keeps no copy of its texts, so removal needs them. A trigger adds a row when a name or an
 * address changes.
 */
export const formerVerifierTexts = sqliteTable(
  'former_verifier_texts',
  {
    userId: ofUser('user_id').notNull(),
    untilSeq: integer('until_seq').notNull(),
    text: text().notNull(),
  },
  ({ userId, untilSeq }) => [primaryKey({ columns: [userId, untilSeq] })],
);
