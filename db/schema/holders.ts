import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Mailed links that open everything issued to an address. */
export const holderLinks = sqliteTable(
  'holder_links',
  {
    /** SHA-256 in hex of the token in the link. */
    tokenHash: text('token_hash').primaryKey(),
    /** In lower case. */
    email: text().notNull(),
    /** The stored ID of the certificate that the link shows. Null for a link to all. */
    uniqueId: text('unique_id'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  ({ expiresAt }) => [index('holder_links_by_expiry').on(expiresAt)],
);

/**
 * Sessions of holders that were closed before they expired. A session is only in its cookie, because following a link writes
 * nothing.
 */
export const closedHolderSessions = sqliteTable(
  'closed_holder_sessions',
  {
    /** SHA-256 in hex of the cookie. */
    tokenHash: text('token_hash').primaryKey(),
    expiresAt: integer('expires_at').notNull(),
  },
  ({ expiresAt }) => [index('closed_holder_sessions_by_expiry').on(expiresAt)],
);
