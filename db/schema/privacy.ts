import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { identity, ofUser, toUser } from './accounts.ts';
import { toCertificate } from './certificates.ts';

/** Copies of everything held about an account, which its owner asked for. The file is in the store, `exports/{id}.zip`. */
export const dataExports = sqliteTable(
  'data_exports',
  {
    ...identity(),
    userId: ofUser('user_id').notNull(),
    requestedAt: integer('requested_at').notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: integer('next_attempt_at').notNull(),
    /** Null until the file is complete. */
    bytes: integer(),
    /** When the file is deleted. Null until it is complete. */
    expiresAt: integer('expires_at'),
  },
  ({ userId, seq, bytes, nextAttemptAt, expiresAt }) => [
    index('data_exports_by_user').on(userId, seq),
    // One at a time for each account.
    uniqueIndex('data_exports_running').on(userId).where(sql`${bytes} is null`),
    index('data_exports_due').on(nextAttemptAt).where(sql`${bytes} is null`),
    index('data_exports_by_expiry').on(expiresAt).where(sql`${bytes} is not null`),
  ],
);

/**
 * The beginning of a statement that expires copies of data (data_exports), for a condition on `user_id`. A copy that is being made begins
 * again, because it may have read what its account may not have any more.
 */
export const EXPIRE_DATA_EXPORTS =
  'update data_exports set expires_at = iif(bytes is null, null, 0), next_attempt_at = next_attempt_at + 1 where';

/** Accounts whose owner asked for their deletion, until they are deleted. */
export const accountDeletions = sqliteTable(
  'account_deletions',
  {
    userId: ofUser('user_id').primaryKey(),
    requestedAt: integer('requested_at').notNull(),
    dueAt: integer('due_at').notNull(),
    /** The last verification whose index entry lost the account's name. */
    indexedSeq: integer('indexed_seq').notNull().default(0),
  },
  ({ dueAt }) => [index('account_deletions_due').on(dueAt)],
);

/** Certificates whose holder was erased: name, address and everything made from them are gone. */
export const erasures = sqliteTable(
  'erasures',
  {
    certificateId: toCertificate('certificate_id').primaryKey(),
    erasedAt: integer('erased_at').notNull(),
    erasedBy: toUser('erased_by').notNull(),
    reason: text().notNull(),
  },
  ({ erasedBy }) => [index('erasures_by_eraser').on(erasedBy)],
);

/**
 * Erasures of holders that have begun. A row goes once nothing of the holder is left, so that the next start finishes an erasure that a
 * kill interrupted.
 */
export const openErasures = sqliteTable(
  'open_erasures',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    email: text().notNull(),
    /** Whose certificates lose the holder; '' for all. */
    issuerId: text('issuer_id').notNull(),
    erasedBy: toUser('erased_by').notNull(),
    reason: text().notNull(),
    startedAt: integer('started_at').notNull(),
  },
  ({ email, issuerId, erasedBy }) => [
    uniqueIndex('open_erasures_once').on(email, issuerId),
    index('open_erasures_by_eraser').on(erasedBy),
  ],
);
