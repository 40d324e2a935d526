import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ofUser } from './accounts.ts';

/** Authenticator apps of accounts (RFC 6238). */
export const authenticatorApps = sqliteTable('authenticator_apps', {
  userId: ofUser('user_id').primaryKey(),
  /** The shared secret in base32, encrypted, because codes are computed from it. */
  sealedSecret: text('sealed_secret').notNull(),
  /** The time step of the last code that was used. A code works once. */
  lastStep: integer('last_step').notNull(),
  createdAt: integer('created_at').notNull(),
});

/** Codes for a login without the app. Each works once. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    userId: ofUser('user_id').notNull(),
    /** SHA-256 in hex. A code has 80 random bits. */
    codeHash: text('code_hash').notNull(),
  },
  ({ userId, codeHash }) => [primaryKey({ columns: [userId, codeHash] })],
);

/** Logins whose password was right and that wait for the second factor. */
export const loginChallenges = sqliteTable(
  'login_challenges',
  {
    /** SHA-256 in hex. */
    tokenHash: text('token_hash').primaryKey(),
    userId: ofUser('user_id').notNull(),
    /** The form of the password, which the response resembles. */
    form: text({ enum: ['user', 'admin', 'superadmin', 'google'] }).notNull(),
    /** The organisation that the login chose, or null. Refers to the account that registered it, which has the same ID. */
    organisationId: ofUser('organisation_id'),
    /** Wrong codes that were entered. */
    wrongCodes: integer('wrong_codes').notNull().default(0),
    expiresAt: integer('expires_at').notNull(),
  },
  ({ userId, organisationId, expiresAt }) => [
    index('login_challenges_by_user').on(userId),
    index('login_challenges_by_organisation').on(organisationId),
    index('login_challenges_by_expiry').on(expiresAt),
  ],
);

/** Browsers that need no second factor for an account for a while. */
export const trustedDevices = sqliteTable(
  'trusted_devices',
  {
    id: text().primaryKey(),
    userId: ofUser('user_id').notNull(),
    /** SHA-256 in hex of the secret in the cookie, which the accounts of a browser share. */
    tokenHash: text('token_hash').notNull(),
    userAgent: text('user_agent'),
    address: text().notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  ({ userId, tokenHash, expiresAt }) => [
    index('trusted_devices_by_user').on(userId, tokenHash),
    index('trusted_devices_by_token').on(tokenHash),
    index('trusted_devices_by_expiry').on(expiresAt),
  ],
);

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
