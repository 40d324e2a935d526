import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { identity, ofUser, users } from './accounts.ts';

/** A column for an account that is cleared when the account is deleted. */
const ofPresentUser = (name: string) => text(name).references(() => users.id, { onDelete: 'set null' });

/**
 * What happened, for programs: one row in the transaction that causes it. A row refers to its object and holds no copy, so that it
 * contains no personal data. IDs have the order of `seq`.
 */
export const events = sqliteTable(
  'events',
  {
    ...identity(),
    type: text().notNull(),
    /** Public ID of the certificate, batch, payment or course. Null once it is erased. */
    objectId: text('object_id'),
    /** Whose event it is: the issuer's, the payer's, or that of the author of the course. Of the same ID, payments are the account's. */
    accountId: ofPresentUser('account_id'),
    /** The learner of a course, to whom its events belong too. */
    learnerId: ofPresentUser('learner_id'),
    createdAt: integer('created_at').notNull(),
  },
  ({ type, objectId, accountId, learnerId, createdAt, seq }) => [
    index('events_by_account').on(accountId, type, seq),
    index('events_by_learner').on(learnerId, type, seq).where(sql`${learnerId} is not null`),
    index('events_by_object').on(objectId),
    // For the sweep.
    index('events_by_created').on(createdAt),
  ],
);

/** Addresses that receive events of an organisation or an account. */
export const webhooks = sqliteTable(
  'webhooks',
  {
    ...identity(),
    userId: ofUser('user_id').notNull(),
    /** Whether it is of the organisation with this ID, rather than of the account. */
    ofOrganisation: integer('of_organisation', { mode: 'boolean' }).notNull(),
    url: text().notNull(),
    types: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** Encrypted (app/shared/sealed.server.ts). */
    sealedSecret: text('sealed_secret').notNull(),
    /** The secret before the last change, which stays valid until `oldSecretUntil`. */
    sealedOldSecret: text('sealed_old_secret'),
    oldSecretUntil: integer('old_secret_until'),
    /** Events up to this `seq` have a delivery if they are of its types. */
    queuedSeq: integer('queued_seq').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Start of the present series of failed tries. Null after a success. */
    failingSince: integer('failing_since'),
    /** Null while it is on. */
    switchedOffAt: integer('switched_off_at'),
    /** Who switched it off: its owner, or the server after days of failures. */
    switchedOffBy: text('switched_off_by', { enum: ['owner', 'failures'] }),
  },
  ({ userId, seq }) => [index('webhooks_by_user').on(userId, seq)],
);

/** Events to send to webhooks, and what became of them. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    ...identity(),
    webhookSeq: integer('webhook_seq')
      .notNull()
      .references(() => webhooks.seq, { onDelete: 'cascade' }),
    eventSeq: integer('event_seq')
      .notNull()
      .references(() => events.seq, { onDelete: 'cascade' }),
    /** Events with the same key are sent in order. */
    orderKey: text('order_key').notNull(),
    attempts: integer().notNull().default(0),
    createdAt: integer('created_at').notNull(),
    firstTriedAt: integer('first_tried_at'),
    lastTriedAt: integer('last_tried_at'),
    /** Null once it is delivered or given up. */
    nextAttemptAt: integer('next_attempt_at'),
    deliveredAt: integer('delivered_at'),
    /** HTTP status of the last answer. Null without an answer. */
    status: integer(),
    /** Why the last try failed. */
    error: text(),
  },
  ({ webhookSeq, eventSeq, nextAttemptAt, seq, orderKey }) => [
    uniqueIndex('webhook_deliveries_by_webhook').on(webhookSeq, eventSeq),
    index('webhook_deliveries_listed').on(webhookSeq, seq),
    index('webhook_deliveries_by_event').on(eventSeq),
    index('webhook_deliveries_waiting').on(webhookSeq, eventSeq).where(sql`${nextAttemptAt} is not null`),
    index('webhook_deliveries_in_order')
      .on(webhookSeq, orderKey, eventSeq)
      .where(sql`${nextAttemptAt} is not null`),
    index('webhook_deliveries_due').on(nextAttemptAt).where(sql`${nextAttemptAt} is not null`),
  ],
);

/** Answers of API calls with an Idempotency-Key, which a repeated call gets again. */
export const rememberedAnswers = sqliteTable(
  'remembered_answers',
  {
    /** SHA-256 of the account's ID and the key. */
    key: text().primaryKey(),
    userId: ofUser('user_id').notNull(),
    /** HMAC of method, path and body. */
    requestHash: text('request_hash').notNull(),
    status: integer().notNull(),
    /** The body, encrypted (app/shared/sealed.server.ts). Null once it is erased. */
    sealedBody: text('sealed_body'),
    createdAt: integer('created_at').notNull(),
  },
  ({ userId, createdAt }) => [
    index('remembered_answers_by_user').on(userId),
    index('remembered_answers_by_created').on(createdAt),
  ],
);
