import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Mailed links that open everything issued to an address. */
export const holderLinks = sqliteTable(
  'holder_links',
  {
    /** SHA-256 in hex of the token in the link. */
    tokenHash: text('token_hash').primaryKey(),
    /** In lower case. */
    email: text().notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  ({ expiresAt }) => [index('holder_links_by_expiry').on(expiresAt)],
);

/** Sessions of holders, apart from those of accounts: they open holder pages only. */
export const holderSessions = sqliteTable(
  'holder_sessions',
  {
    /** SHA-256 in hex of the secret in the cookie. */
    tokenHash: text('token_hash').primaryKey(),
    email: text().notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  ({ expiresAt }) => [index('holder_sessions_by_expiry').on(expiresAt)],
);
