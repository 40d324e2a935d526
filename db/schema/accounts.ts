import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

// Conventions of every table: instants are integers, milliseconds UTC; calendar dates are text, YYYY-MM-DD;
// money is an integer in the currency's minor unit. `seq` is the order of insertion: lists page on it. `id` is what
// the outside sees.

export const users = sqliteTable(
  'users',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    name: text().notNull(),
    /** Lower case. Super admins have none. */
    email: text().unique(),
    username: text().notNull().unique(),
    role: text({ enum: ['admin', 'corporate', 'individual', 'superadmin'] }).notNull(),
    /** argon2id, PHC string. Null for nobody; a super admin's is Password 1. */
    passwordHash: text('password_hash').notNull(),
    /** A super admin's Password 2. */
    secondPasswordHash: text('second_password_hash'),
    emailVerifiedAt: integer('email_verified_at'),
    /** OpenID Connect `sub` at Google, set at the first Google login. */
    googleSub: text('google_sub').unique(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('users_by_role').on(table.role, table.seq),
    // For the sweep of accounts whose address nobody verified.
    index('users_unverified').on(table.createdAt).where(sql`${table.emailVerifiedAt} is null`),
  ],
);

/** What was decided about an issuer, by whom and when. The newest row of a user is its status; none means pending. */
export const issuerDecisions = sqliteTable(
  'issuer_decisions',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    decision: text({ enum: ['approved', 'suspended', 'reinstated'] }).notNull(),
    /** Null when ISSUER_APPROVAL=auto decided. */
    decidedBy: text('decided_by').references(() => users.id),
    decidedAt: integer('decided_at').notNull(),
  },
  (table) => [
    index('issuer_decisions_by_user').on(table.userId, table.seq),
    // Deleting an account asks for what refers to it.
    index('issuer_decisions_by_decider').on(table.decidedBy),
  ],
);

/** The names that issuers asked for and what became of each. An issuer has at most one that is not decided. */
export const issuerNameChanges = sqliteTable(
  'issuer_name_changes',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    requestedAt: integer('requested_at').notNull(),
    /** Null while it waits; withdrawn by its issuer, also by asking for another name. */
    decision: text({ enum: ['approved', 'refused', 'withdrawn'] }),
    decidedBy: text('decided_by').references(() => users.id),
    decidedAt: integer('decided_at'),
  },
  (table) => [
    uniqueIndex('issuer_name_changes_waiting').on(table.userId).where(sql`${table.decision} is null`),
    index('issuer_name_changes_by_user').on(table.userId, table.seq),
    index('issuer_name_changes_by_decider').on(table.decidedBy),
  ],
);

/** What an issuer has issued on the last day on which it issued anything, and how many certificates it may issue a day. */
export const issuerQuotas = sqliteTable(
  'issuer_quotas',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** YYYY-MM-DD, UTC; empty before the first certificate. */
    day: text().notNull().default(''),
    issued: integer().notNull().default(0),
    /** Null where ISSUE_QUOTA_PER_DAY applies. */
    perDay: integer('per_day'),
    setBy: text('set_by').references(() => users.id),
    setAt: integer('set_at'),
  },
  (table) => [
    // Deleting an account asks for what refers to it.
    index('issuer_quotas_by_setter').on(table.setBy),
  ],
);

export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    /** Hex SHA-256 of the cookie's or the bearer token's secret. */
    tokenHash: text('token_hash').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** browser: a cookie; bearer: a login over the API; token: a named API token made under /settings. */
    kind: text({ enum: ['browser', 'bearer', 'token'] }).notNull(),
    name: text(),
    userAgent: text('user_agent'),
    address: text().notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** The certificate of the last look-up, for the payment page (docs/product.md, Verification). */
    pendingUniqueId: text('pending_unique_id'),
  },
  (table) => [
    index('sessions_by_user').on(table.userId, table.createdAt),
    index('sessions_by_expiry').on(table.expiresAt),
  ],
);

/** Links in mails and Google's login codes: random, stored hashed, with a life and, but for verification, one use. */
export const oneTimeTokens = sqliteTable(
  'one_time_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['verify-email', 'reset-password', 'google-login'] }).notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [
    index('one_time_tokens_by_user').on(table.userId, table.purpose),
    index('one_time_tokens_by_expiry').on(table.expiresAt),
  ],
);

/**
 * Failed logins, counted per key: one row for form + identifier + address (the lockout), one for an address over
 * all identifiers and one for an identifier over all addresses. A key is a hash: no identifier is stored.
 */
export const loginFailures = sqliteTable(
  'login_failures',
  {
    key: text().primaryKey(),
    failures: integer().notNull(),
    /** When the count began, or the lock when `lockedUntil` is set. */
    since: integer().notNull(),
    lockedUntil: integer('locked_until'),
  },
  (table) => [index('login_failures_by_since').on(table.since)],
);

/** Answers kept for Idempotency-Key: what a caller's key was used for, and the id of what it made. */
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
  (table) => [index('idempotency_keys_by_created').on(table.createdAt)],
);
