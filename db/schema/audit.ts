import { sql } from 'drizzle-orm';
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { ofUser } from './accounts.ts';

/**
 * The audit trail: one row for each administrative act. Triggers refuse changes, rows that do not continue the chain, and deletion
 * before a row 'audit.expired' declares it. Accounts are not referenced, because rows outlast them.
 */
export const auditRows = sqliteTable(
  'audit_rows',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    act: text().notNull(),
    actorKind: text('actor_kind', { enum: ['visitor', 'user', 'apiToken', 'system', 'shell'] }).notNull(),
    /** The account that acted. */
    actorId: text('actor_id'),
    /** The issuer whose owner sees the row. */
    organisationId: text('organisation_id'),
    objectKind: text('object_kind'),
    objectId: text('object_id'),
    /** The client's address. */
    address: text(),
    sessionId: text('session_id'),
    /** JSON objects of the changed values. */
    before: text(),
    after: text(),
    /** `hash` of the row before; empty in the first row. */
    previous: blob({ mode: 'buffer' }).notNull(),
    /** SHA-256 of the row (app/audit/append-row.server.ts). */
    hash: blob({ mode: 'buffer' }).notNull(),
  },
  ({ seq, at, act, actorId, organisationId, objectId, address }) => [
    index('audit_rows_by_act').on(act, seq),
    index('audit_rows_by_time').on(at),
    index('audit_rows_by_actor').on(actorId, seq).where(sql`${actorId} is not null`),
    index('audit_rows_by_organisation').on(organisationId, seq).where(sql`${organisationId} is not null`),
    index('audit_rows_by_object').on(objectId, seq).where(sql`${objectId} is not null`),
    index('audit_rows_by_address').on(address, seq).where(sql`${address} is not null`),
  ],
);

/** How often the exports of a day were made that share a row of audit_rows. Rows outlast accounts, so these are not referenced. */
export const auditExports = sqliteTable(
  'audit_exports',
  {
    /** The row of the first one. */
    seq: integer().primaryKey(),
    userId: text('user_id').notNull(),
    organisationId: text('organisation_id').notNull(),
    /** Days since 1970, UTC. */
    day: integer().notNull(),
    count: integer().notNull(),
  },
  ({ userId, organisationId, day }) => [uniqueIndex('audit_exports_by_user').on(userId, organisationId, day)],
);

/** Salts of the hashes of names and addresses in audit_rows. Without its salt, a hash reveals nothing. */
export const auditSalts = sqliteTable('audit_salts', {
  userId: ofUser('user_id').primaryKey(),
  salt: blob({ mode: 'buffer' }).notNull(),
});
