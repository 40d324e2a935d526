import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { identity, toUser, users } from './accounts.ts';

/** Current problems for the operator. A row is deleted when its problem is over. */
export const operatorAlerts = sqliteTable('operator_alerts', {
  /** The kind of problem, such as 'backup'. */
  topic: text().primaryKey(),
  /** Stored problems (app/operations/alerts.server.ts), one on each line, or the output of a program. */
  message: text().notNull(),
  raisedAt: integer('raised_at').notNull(),
});

/**
 * The number of rows of large tables by state, so that they need not be counted. Triggers update it in the transactions that
 * change the rows. A migration that rebuilds one of these tables must create its triggers again.
 */
export const rowCounts = sqliteTable(
  'row_counts',
  {
    /** 'payments', 'verifications', 'batches', or 'mail 0' for the messages in lane 0. */
    subject: text().notNull(),
    state: text().notNull(),
    count: integer().notNull(),
  },
  ({ subject, state }) => [primaryKey({ columns: [subject, state] })],
);

/** Messages sent through /contact and /support. */
export const supportMessages = sqliteTable(
  'support_messages',
  {
    ...identity(),
    topic: text({ enum: ['contact', 'support'] }).notNull(),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** The author's account, if logged in. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: integer('created_at').notNull(),
    handledBy: toUser('handled_by'),
    handledAt: integer('handled_at'),
  },
  ({ handledAt, seq, userId, handledBy }) => [
    index('support_messages_by_handled').on(handledAt, seq),
    index('support_messages_by_user').on(userId),
    index('support_messages_by_handler').on(handledBy),
  ],
);
