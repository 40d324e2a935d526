import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ofUser } from './accounts.ts';

/** Passkeys of accounts (Web Authentication Level 3). */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: text().primaryKey(),
    userId: ofUser('user_id').notNull(),
    /** The credential ID of the authenticator, in base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE_Key (RFC 9052). */
    publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
    /** The authenticator's count of signatures at the last use. It stays 0 for passkeys that several devices share. */
    counter: integer().notNull(),
    /** How browsers reach the authenticator, such as `internal` or `usb`. */
    transports: text({ mode: 'json' }).$type<string[]>().notNull(),
    name: text().notNull(),
    createdAt: integer('created_at').notNull(),
    /** Null if it was never used. */
    lastUsedAt: integer('last_used_at'),
  },
  ({ userId, createdAt }) => [index('passkeys_by_user').on(userId, createdAt)],
);

/** Random values that a passkey has to sign. Each is deleted when its answer arrives, so it is used once. */
export const passkeyChallenges = sqliteTable(
  'passkey_challenges',
  {
    /** SHA-256 in hex. */
    challengeHash: text('challenge_hash').primaryKey(),
    /** The purpose of the answer, which is invalid for any other. */
    purpose: text({ enum: ['add', 'login', 'second-factor', 'proof'] }).notNull(),
    /** Whose passkey has to answer. Null for a login, at which the passkey names the account. */
    userId: ofUser('user_id'),
    expiresAt: integer('expires_at').notNull(),
  },
  ({ userId, expiresAt }) => [
    index('passkey_challenges_by_user').on(userId),
    index('passkey_challenges_by_expiry').on(expiresAt),
  ],
);
