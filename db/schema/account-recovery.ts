import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { identity, ofUser, toUser } from './accounts.ts';

/** Super admins' requests to remove the second factor of an account, whose owner may object. */
export const secondFactorResets = sqliteTable(
  'second_factor_resets',
  {
    ...identity(),
    userId: ofUser('user_id').notNull(),
    requestedBy: toUser('requested_by').notNull(),
    /** The owner reads it. */
    reason: text().notNull(),
    requestedAt: integer('requested_at').notNull(),
    /** When the second factor goes, unless the owner objects. */
    effectiveAt: integer('effective_at').notNull(),
    objectedAt: integer('objected_at'),
    doneAt: integer('done_at'),
  },
  ({ userId, seq, requestedBy, effectiveAt, objectedAt, doneAt }) => [
    uniqueIndex('second_factor_resets_open')
      .on(userId)
      .where(sql`${objectedAt} is null and ${doneAt} is null`),
    index('second_factor_resets_due').on(effectiveAt).where(sql`${objectedAt} is null and ${doneAt} is null`),
    index('second_factor_resets_by_user').on(userId, seq),
    index('second_factor_resets_by_requester').on(requestedBy),
  ],
);

/** Changes of accounts' own email addresses: requested, then confirmed at the new address, then perhaps undone from the old one. */
export const emailChanges = sqliteTable(
  'email_changes',
  {
    ...identity(),
    userId: ofUser('user_id').notNull(),
    oldEmail: text('old_email').notNull(),
    newEmail: text('new_email').notNull(),
    requestedAt: integer('requested_at').notNull(),
    /** SHA-256 in hex of the token of the link to the new address. */
    confirmHash: text('confirm_hash').notNull().unique(),
    confirmedAt: integer('confirmed_at'),
    /** The same of the link to the old address. Null until confirmed. */
    undoHash: text('undo_hash').unique(),
    undoneAt: integer('undone_at'),
    /** When the last mailed link expires. */
    expiresAt: integer('expires_at').notNull(),
  },
  ({ userId, seq, oldEmail, expiresAt }) => [
    index('email_changes_by_user').on(userId, seq),
    // For the old address, which is kept for its owner while the change can be undone.
    index('email_changes_by_old_email').on(oldEmail),
    index('email_changes_by_expiry').on(expiresAt),
  ],
);
