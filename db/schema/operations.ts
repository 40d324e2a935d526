import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Current problems for the operator. A row is deleted when its problem is over. */
export const operatorAlerts = sqliteTable('operator_alerts', {
  /** The kind of problem, such as 'backup'. */
  topic: text().primaryKey(),
  /** Stored problems (app/operations/alert-problems.server.ts), one on each line, or the output of a program. */
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
