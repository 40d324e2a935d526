import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { identity, ofUser, toUser } from './accounts.ts';

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
