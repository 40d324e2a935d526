import { sql } from 'drizzle-orm';
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { toUser } from './accounts.ts';
import { certificates } from './certificates.ts';

/** Public keys of issuers, and of the installation. Private keys are derived, never stored. */
export const issuerKeys = sqliteTable(
  'issuer_keys',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    /** The issuer's `users.id`, or 'installation'. */
    owner: text().notNull(),
    version: integer().notNull(),
    multikey: text().notNull().unique(),
    createdAt: integer('created_at').notNull(),
    /** When a newer version replaced it. */
    retiredAt: integer('retired_at'),
    /** Set with `retiredAt` if the key may have leaked. */
    revokedAt: integer('revoked_at'),
  },
  ({ owner, version }) => [uniqueIndex('issuer_keys_by_owner').on(owner, version)],
);

/** Bitstring status lists, each of one issuer. The bits are computed from the revocations of their certificates. */
export const statusLists = sqliteTable(
  'status_lists',
  {
    number: integer().primaryKey({ autoIncrement: true }),
    issuerId: toUser('issuer_id').notNull(),
  },
  ({ issuerId, number }) => [index('status_lists_by_issuer').on(issuerId, number)],
);

/** The signed credential of a certificate, byte for byte as logged. */
export const certificateCredentials = sqliteTable(
  'certificate_credentials',
  {
    certificateSeq: integer('certificate_seq')
      .primaryKey()
      .references(() => certificates.seq),
    bytes: blob({ mode: 'buffer' }).notNull(),
    statusList: integer('status_list')
      .notNull()
      .references(() => statusLists.number),
    statusIndex: integer('status_index').notNull(),
  },
  ({ statusList, statusIndex }) => [
    uniqueIndex('certificate_credentials_by_status').on(statusList, statusIndex),
  ],
);

/**
 * Certificates of SIGNING_P12, present and past. PDFs drawn before 0.2.0 do not state their signing certificate; one of these must
 * have signed them.
 */
export const signingCertificates = sqliteTable('signing_certificates', {
  /** SHA-256 of the certificate in DER, in hexadecimal. */
  hash: text().primaryKey(),
  firstUsedAt: integer('first_used_at').notNull(),
});

/** Signed PDFs that were drawn since TSA_URL was set, by their names in the cache, with or without a timestamp. */
export const pdfTimestamps = sqliteTable(
  'pdf_timestamps',
  {
    file: text().primaryKey(),
    certificateSeq: integer('certificate_seq')
      .notNull()
      .references(() => certificates.seq),
    /** When to try next. Null with a timestamp. */
    dueAt: integer('due_at'),
    /** The last try. Null before the first. */
    triedAt: integer('tried_at'),
    /** When the file with the timestamp was stored. */
    stampedAt: integer('stamped_at'),
  },
  ({ certificateSeq, dueAt, triedAt }) => [
    index('pdf_timestamps_by_certificate').on(certificateSeq),
    index('pdf_timestamps_new').on(dueAt).where(sql`${dueAt} is not null and ${triedAt} is null`),
    index('pdf_timestamps_tried').on(dueAt).where(sql`${dueAt} is not null and ${triedAt} is not null`),
  ],
);
