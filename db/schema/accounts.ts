import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

// Conventions for all tables: times are integers in ms UTC, calendar dates are text as YYYY-MM-DD, and money is an integer in
// minor units. Lists are paged by `seq`, the order of insertion. `id` is the public identifier. Every column that refers to an
// account has an index, because deleting an account checks for references.

/** The `seq` and the `id` of a row. */
export const identity = () => ({
  seq: integer().primaryKey({ autoIncrement: true }),
  id: text().notNull().unique(),
});

/** A column that refers to an account. */
export const toUser = <Name extends string>(name: Name) => text(name).references(() => users.id);
/** The same for a row that is deleted with the account. */
export const ofUser = <Name extends string>(name: Name) =>
  text(name).references(() => users.id, { onDelete: 'cascade' });

export const users = sqliteTable(
  'users',
  {
    ...identity(),
    /** Empty for a deleted account. */
    name: text().notNull(),
    /** In lower case. Super admins have none. */
    email: text().unique(),
    username: text().notNull().unique(),
    role: text({ enum: ['admin', 'corporate', 'individual', 'superadmin'] }).notNull(),
    /** argon2id, PHC string. A super admin's Password 1. */
    passwordHash: text('password_hash').notNull(),
    /** A super admin's Password 2. */
    secondPasswordHash: text('second_password_hash'),
    emailVerifiedAt: integer('email_verified_at'),
    /** Wrong codes of the second factor in a row, over any number of logins. */
    wrongCodes: integer('wrong_codes').notNull().default(0),
    /** OpenID Connect `sub` at Google, set at the first Google login. */
    googleSub: text('google_sub').unique(),
    /** For the account's receipts. */
    company: text(),
    taxId: text('tax_id'),
    /** In which the account reads pages and mails: the name of a file of messages/. Null before it is chosen. */
    language: text(),
    createdAt: integer('created_at').notNull(),
    /** When the account was deleted. Its row stays for what others or the law need, without name and address. */
    deletedAt: integer('deleted_at'),
  },
  ({ role, seq, createdAt, emailVerifiedAt }) => [
    index('users_by_role').on(role, seq),
    // For the sweep of accounts whose address was never verified.
    index('users_unverified').on(createdAt).where(sql`${emailVerifiedAt} is null`),
  ],
);

/** Further addresses of accounts, each proved by a mailed link. The primary key gives an address to one account. */
export const accountAddresses = sqliteTable(
  'account_addresses',
  {
    /** In lower case. */
    address: text().primaryKey(),
    userId: ofUser('user_id').notNull(),
    provedAt: integer('proved_at').notNull(),
  },
  ({ userId, address }) => [index('account_addresses_by_user').on(userId, address)],
);

/** Decisions about an issuer. The newest row determines the status. No row means pending. */
export const issuerDecisions = sqliteTable(
  'issuer_decisions',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    userId: ofUser('user_id').notNull(),
    decision: text({ enum: ['approved', 'suspended', 'reinstated'] }).notNull(),
    /** Null for a decision by ISSUER_APPROVAL=auto. */
    decidedBy: toUser('decided_by'),
    decidedAt: integer('decided_at').notNull(),
  },
  ({ userId, seq, decidedBy }) => [
    index('issuer_decisions_by_user').on(userId, seq),
    index('issuer_decisions_by_decider').on(decidedBy),
  ],
);

/** Issuers' requested names and the decisions about them. An issuer has at most one open request. */
export const issuerNameChanges = sqliteTable(
  'issuer_name_changes',
  {
    ...identity(),
    userId: ofUser('user_id').notNull(),
    name: text().notNull(),
    requestedAt: integer('requested_at').notNull(),
    /** Null while open. An issuer withdraws a request by making another one. */
    decision: text({ enum: ['approved', 'refused', 'withdrawn'] }),
    decidedBy: toUser('decided_by'),
    decidedAt: integer('decided_at'),
  },
  ({ userId, decision, seq, decidedBy }) => [
    uniqueIndex('issuer_name_changes_waiting').on(userId).where(sql`${decision} is null`),
    index('issuer_name_changes_by_user').on(userId, seq),
    index('issuer_name_changes_by_decider').on(decidedBy),
  ],
);

/** Skeletons of issuers' names (docs/product.md, Issuer approval). Names look alike if they have a skeleton in common. */
export const issuerNameSkeletons = sqliteTable(
  'issuer_name_skeletons',
  {
    skeleton: text().notNull(),
    userSeq: integer('user_seq')
      .notNull()
      .references(() => users.seq, { onDelete: 'cascade' }),
  },
  ({ skeleton, userSeq }) => [
    primaryKey({ columns: [skeleton, userSeq] }),
    index('issuer_name_skeletons_by_user').on(userSeq),
  ],
);

/** Certificates issued on an issuer's last active day, and its own daily quota. */
export const issuerQuotas = sqliteTable(
  'issuer_quotas',
  {
    userId: ofUser('user_id').primaryKey(),
    /** YYYY-MM-DD in UTC. Empty before the first certificate. */
    day: text().notNull().default(''),
    issued: integer().notNull().default(0),
    /** Null if ISSUE_QUOTA_PER_DAY applies. */
    perDay: integer('per_day'),
    setBy: toUser('set_by'),
    setAt: integer('set_at'),
  },
  ({ setBy }) => [index('issuer_quotas_by_setter').on(setBy)],
);

export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    /** SHA-256 in hex of the secret in the cookie or bearer token. */
    tokenHash: text('token_hash').notNull().unique(),
    userId: ofUser('user_id').notNull(),
    /**
     * The organisation that the session acts for, or null. The account must be its member. Refers to the account that
     * registered the organisation, which has the same ID.
     */
    organisationId: ofUser('organisation_id'),
    /** browser: a cookie; bearer: a login over the API; token: a named API token from /settings. */
    kind: text({ enum: ['browser', 'bearer', 'token'] }).notNull(),
    name: text(),
    /** What an API token may do. Null for logins and older tokens: all that the role may do. */
    scopes: text({ mode: 'json' }).$type<string[]>(),
    /** Ranges of client addresses that may use an API token, in CIDR notation. Null if all may. */
    addresses: text({ mode: 'json' }).$type<string[]>(),
    userAgent: text('user_agent'),
    /** Of the login, or of an API token's last use. */
    address: text().notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** When the password or a passkey was last given again after the login. Null if not since. */
    provedAt: integer('proved_at'),
    /** When a second factor was last given. Null for a login without one. */
    secondFactorAt: integer('second_factor_at'),
    /** The time of the mail to the owner about an unused API token. Null after the next use. */
    unusedMailedAt: integer('unused_mailed_at'),
    /** The certificate of the last look-up, for the payment page (docs/product.md, Verification). */
    pendingUniqueId: text('pending_unique_id'),
    lookedUpAt: integer('looked_up_at'),
  },
  ({ userId, organisationId, createdAt, expiresAt, lastUsedAt, kind, unusedMailedAt }) => [
    index('sessions_by_user').on(userId, createdAt),
    index('sessions_by_organisation').on(organisationId, userId),
    index('sessions_by_expiry').on(expiresAt),
    index('sessions_tokens_by_use')
      .on(lastUsedAt)
      .where(sql`${kind} = 'token' and ${unusedMailedAt} is null`),
  ],
);

/**
 * Tokens of mailed links and codes of Google logins: random, stored hashed, with an expiry. All except verification links work
 * once.
 */
export const oneTimeTokens = sqliteTable(
  'one_time_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: ofUser('user_id').notNull(),
    purpose: text({
      enum: [
        'verify-email',
        'reset-password',
        'google-login',
        'add-address',
        'object-to-reset',
        'move-courses',
      ],
    }).notNull(),
    /** The address to add to the account, or to which the link of a move was mailed. Null for other purposes. */
    address: text(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
  },
  ({ userId, purpose, expiresAt }) => [
    index('one_time_tokens_by_user').on(userId, purpose),
    index('one_time_tokens_by_expiry').on(expiresAt),
  ],
);

/**
 * Counts of failed logins by key: one row for form, identifier and address or known device (the lockout), one for an address over
 * all identifiers, and one for an identifier over all addresses. `since` of a row for the turns of an address is the time of its
 * last turn. Keys are hashes, so that no identifier is stored.
 */
export const loginFailures = sqliteTable(
  'login_failures',
  {
    key: text().primaryKey(),
    failures: integer().notNull(),
    /** Start of the count, or of the lock when `lockedUntil` is set. */
    since: integer().notNull(),
    lockedUntil: integer('locked_until'),
  },
  ({ since, lockedUntil }) => [
    index('login_failures_by_since').on(since),
    index('login_failures_locked').on(lockedUntil).where(sql`${lockedUntil} is not null`),
  ],
);

/**
 * Registrations of the last day, by the hash of the client's address. A confirmed account has none. One of a mailbox that had an
 * account names none, so that limits do not reveal it.
 */
export const unconfirmedRegistrations = sqliteTable(
  'unconfirmed_registrations',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    address: text().notNull(),
    userId: ofUser('user_id'),
    createdAt: integer('created_at').notNull(),
  },
  ({ address, userId, createdAt }) => [
    index('unconfirmed_registrations_by_address').on(address, createdAt),
    index('unconfirmed_registrations_by_user').on(userId),
    index('unconfirmed_registrations_by_time').on(createdAt),
  ],
);

/** Addresses at which an account's password was right lately. Its failures there count for no other account. */
export const loginAddresses = sqliteTable(
  'login_addresses',
  {
    userId: ofUser('user_id').notNull(),
    /** Hash of the address, or of its IPv6 block. */
    address: text().notNull(),
    lastAt: integer('last_at').notNull(),
  },
  ({ userId, address, lastAt }) => [
    primaryKey({ columns: [userId, address] }),
    index('login_addresses_by_time').on(lastAt),
  ],
);

/** Results of calls with an Idempotency-Key: a hash of key and call, a hash of the body, and the id of the result. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    /** SHA-256 of user id, call and key. */
    key: text().primaryKey(),
    /** SHA-256 of the canonical body. */
    requestHash: text('request_hash').notNull(),
    resultId: text('result_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  ({ createdAt }) => [index('idempotency_keys_by_created').on(createdAt)],
);
