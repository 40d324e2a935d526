import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';

/** What was issued, frozen as it was issued (CONTRACT D18): no row is ever updated. */
export const certificates = sqliteTable(
  'certificates',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    /** 16 characters of Crockford base32, without hyphens (D7). */
    uniqueId: text('unique_id').notNull().unique(),
    issuerId: text('issuer_id')
      .notNull()
      .references(() => users.id),
    /** The issuer's name and username on the day of issue. */
    issuerName: text('issuer_name').notNull(),
    issuerUsername: text('issuer_username').notNull(),
    studentName: text('student_name').notNull(),
    studentEmail: text('student_email').notNull(),
    courseName: text('course_name').notNull(),
    issueDate: text('issue_date').notNull(),
    expiryDate: text('expiry_date'),
    /** The version of the drawing with which it was issued: later layouts leave it alone. */
    layoutVersion: integer('layout_version').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('certificates_by_issuer').on(table.issuerId, table.seq),
    // For the list of expired ones, of an issuer and of all: covering, so that the rest is never read.
    index('certificates_expiring_by_issuer')
      .on(table.issuerId, table.seq, table.expiryDate)
      .where(sql`${table.expiryDate} is not null`),
    index('certificates_expiring')
      .on(table.seq, table.expiryDate)
      .where(sql`${table.expiryDate} is not null`),
  ],
);

export const certificateRevocations = sqliteTable(
  'certificate_revocations',
  {
    certificateId: text('certificate_id')
      .primaryKey()
      .references(() => certificates.id),
    /** The certificate's place and issuer, repeated so that a list of revoked ones pages on one index. */
    certificateSeq: integer('certificate_seq').notNull().unique(),
    issuerId: text('issuer_id')
      .notNull()
      .references(() => users.id),
    reason: text().notNull(),
    revokedBy: text('revoked_by')
      .notNull()
      .references(() => users.id),
    revokedAt: integer('revoked_at').notNull(),
  },
  (table) => [
    index('certificate_revocations_by_issuer').on(table.issuerId, table.certificateSeq),
    // Deleting an account asks for what refers to it.
    index('certificate_revocations_by_revoker').on(table.revokedBy),
  ],
);

// Beside these the migrations keep two full-text indexes that Drizzle cannot describe: certificate_search(terms),
// rowid = certificates.seq, filled by app/certificates/search-index.server.ts, and verification_search(open, personal,
// verifier, scope), rowid = verifications.seq, filled by a trigger. See app/certificates/search.ts for how they are asked.
