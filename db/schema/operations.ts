import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What needs the operator at the moment. A row is deleted when the problem is over. */
export const operatorAlerts = sqliteTable('operator_alerts', {
  /** What is wrong, such as 'backup'. */
  topic: text().primaryKey(),
  message: text().notNull(),
  raisedAt: integer('raised_at').notNull(),
});

/**
 * How many rows of the large tables are in each state, so that nobody has to count them. Triggers keep the figures in the
 * transactions that change the rows. A migration that rebuilds one of these tables must create its triggers again.
 */
export const rowCounts = sqliteTable(
  'row_counts',
  {
    /** 'payments', 'verifications', 'batches', or 'mail 0' for the messages of lane 0. */
    subject: text().notNull(),
    state: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.state] })],
);
