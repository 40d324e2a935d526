import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { identity, ofUser, toUser } from './accounts.ts';
import { designs, designVersions } from './designs.ts';

/** A column that refers to a certificate. */
export const toCertificate = <Name extends string>(name: Name) =>
  text(name).references(() => certificates.id);

/** Columns of what an issuer enters for a certificate, which app/certificates/fields.ts declares. */
export const content = () => ({
  studentName: text('student_name').notNull(),
  studentEmail: text('student_email').notNull(),
  courseName: text('course_name').notNull(),
  issueDate: text('issue_date').notNull(),
  expiryDate: text('expiry_date'),
});

/** What an issuer enters for a certificate. Dates are YYYY-MM-DD. */
export type Content = Pick<typeof certificates.$inferSelect, keyof ReturnType<typeof content>>;

/** Issued certificates. No row is ever updated (docs/product.md, Certificates are frozen). */
export const certificates = sqliteTable(
  'certificates',
  {
    ...identity(),
    /** 16 characters of Crockford base32 without hyphens. */
    uniqueId: text('unique_id').notNull().unique(),
    issuerId: toUser('issuer_id').notNull(),
    /** The issuer's name and username on the day of issue. */
    issuerName: text('issuer_name').notNull(),
    issuerUsername: text('issuer_username').notNull(),
    ...content(),
    /** The layout version at the time of issuing. */
    layoutVersion: integer('layout_version').notNull(),
    createdAt: integer('created_at').notNull(),
    /** The version of the issuer's design at the time of issuing. Null for the built-in layout. */
    designVersionId: integer('design_version_id').references(() => designVersions.id),
    /** The design of that version, copied here so that lists of one design are read from one index. */
    designSeq: integer('design_seq').references(() => designs.seq),
    /** The member who issued it. Null for the account that registered the organisation. */
    issuedBy: toUser('issued_by'),
    /** JSON of the values of the issuer's own fields (FrozenField[]), in the order of their declaration. Null without any. */
    fields: text(),
    /** The values that searches find, copied here so that the index gets and loses the same text. */
    searchedFields: text('searched_fields'),
  },
  ({ issuerId, seq, courseName, issueDate, designSeq, expiryDate, studentEmail, issuedBy }) => [
    index('certificates_by_member').on(issuedBy).where(sql`${issuedBy} is not null`),
    index('certificates_by_issuer').on(issuerId, seq),
    // For the certificates of a holder.
    index('certificates_by_student_email').on(studentEmail, seq),
    // For lists of one course, of a range of issue dates, and of both.
    index('certificates_by_course').on(issuerId, courseName, seq, issueDate),
    // For lists of one design, with their other filters.
    index('certificates_by_design')
      .on(designSeq, seq, courseName, issueDate)
      .where(sql`${designSeq} is not null`),
    index('certificates_by_issue_date').on(issuerId, issueDate, seq),
    index('certificates_by_course_and_date').on(issuerId, courseName, issueDate, seq),
    // The same for the certificates of all issuers.
    index('certificates_of_course').on(courseName, seq),
    index('certificates_of_issue_date').on(issueDate, seq),
    index('certificates_of_course_and_date').on(courseName, issueDate, seq),
    // For certificates that expire on a range of days: reminders, and lists by state.
    index('certificates_by_expiry').on(expiryDate, seq),
    index('certificates_by_issuer_and_expiry').on(issuerId, expiryDate, seq),
  ],
);

/**
 * The certificates that are not revoked, for checking whether a student already has one. Triggers write it. A search of
 * `certificates` would read every certificate that was ever revoked or replaced for the same student and course.
 */
export const unrevokedCertificates = sqliteTable(
  'unrevoked_certificates',
  {
    issuerId: text('issuer_id').notNull(),
    studentEmail: text('student_email').notNull(),
    courseName: text('course_name').notNull(),
    studentName: text('student_name').notNull(),
    /** The expiry date, or '9999-12-31'. */
    expiresOn: text('expires_on').notNull(),
    certificateSeq: integer('certificate_seq').notNull(),
  },
  ({ issuerId, studentEmail, courseName, studentName, expiresOn, certificateSeq }) => [
    primaryKey({ columns: [issuerId, studentEmail, courseName, studentName, expiresOn, certificateSeq] }),
  ],
);

/**
 * Corrected certificates and the ones that they replace. The replaced one is also revoked, which records who did it and when.
 */
export const certificateReplacements = sqliteTable('certificate_replacements', {
  certificateId: toCertificate('certificate_id').primaryKey(),
  replacementId: toCertificate('replacement_id').notNull().unique(),
});

/** Renewals of certificates. The renewed certificate does not change. */
export const certificateRenewals = sqliteTable('certificate_renewals', {
  certificateId: toCertificate('certificate_id').primaryKey(),
  renewalId: toCertificate('renewal_id').notNull().unique(),
});

export const certificateRevocations = sqliteTable(
  'certificate_revocations',
  {
    certificateId: toCertificate('certificate_id').primaryKey(),
    /** The certificate's `seq` and issuer, copied here so that lists of revoked certificates are read from one index. */
    certificateSeq: integer('certificate_seq').notNull().unique(),
    issuerId: toUser('issuer_id').notNull(),
    /** Empty for a replacement. */
    reason: text().notNull(),
    revokedBy: toUser('revoked_by').notNull(),
    revokedAt: integer('revoked_at').notNull(),
  },
  ({ issuerId, certificateSeq, revokedAt, revokedBy }) => [
    index('certificate_revocations_by_issuer').on(issuerId, certificateSeq),
    index('certificate_revocations_latest').on(issuerId, revokedAt),
    index('certificate_revocations_by_revoker').on(revokedBy),
  ],
);

/**
 * Counters per issuer and day (UTC) for the dashboard. Triggers update them in the transactions that issue, revoke and verify.
 */
export const issuerDays = sqliteTable(
  'issuer_days',
  {
    issuerId: toUser('issuer_id').notNull(),
    day: text().notNull(),
    issued: integer().notNull().default(0),
    verified: integer().notNull().default(0),
    revoked: integer().notNull().default(0),
    /** Certificates that expire on this day and are neither revoked nor renewed. */
    expiring: integer().notNull().default(0),
  },
  ({ issuerId, day, expiring }) => [
    primaryKey({ columns: [issuerId, day] }),
    // For the weekly summaries: finds issuers with certificates that expire soon.
    index('issuer_days_expiring').on(day, issuerId).where(sql`${expiring} > 0`),
  ],
);

/** Reminders that were enqueued, so that each is sent once. */
export const certificateReminders = sqliteTable(
  'certificate_reminders',
  {
    certificateSeq: integer('certificate_seq').notNull(),
    /** Days before the expiry: 60 or 7. */
    daysBefore: integer('days_before').notNull(),
    sentAt: integer('sent_at').notNull(),
  },
  ({ certificateSeq, daysBefore }) => [primaryKey({ columns: [certificateSeq, daysBefore] })],
);

/** The progress of each kind of reminder, in the order of expiry date and seq. */
export const reminderProgress = sqliteTable('reminder_progress', {
  daysBefore: integer('days_before').primaryKey(),
  expiryDate: text('expiry_date').notNull(),
  seq: integer().notNull(),
});

/** Weekly summaries that were enqueued. A week is named by its Monday. */
export const expirySummaries = sqliteTable(
  'expiry_summaries',
  {
    issuerId: toUser('issuer_id').notNull(),
    week: text().notNull(),
  },
  ({ issuerId, week }) => [primaryKey({ columns: [issuerId, week] })],
);

/** Reminder settings of an issuer. Without a row, all are on. */
export const reminderSettings = sqliteTable('reminder_settings', {
  issuerId: ofUser('issuer_id').primaryKey(),
  students: integer({ mode: 'boolean' }).notNull(),
  summary: integer({ mode: 'boolean' }).notNull(),
  /** Where replies to mails about its certificates go. */
  replyTo: text('reply_to'),
});

// The migrations also create two full-text indexes that Drizzle cannot describe: certificate_search(terms), rowid =
// certificates.seq, filled by app/certificates/search-index.server.ts, and verification_search(open, personal, verifier,
// scope), rowid = verifications.seq, filled by a trigger. app/certificates/search-index.server.ts describes the queries.
