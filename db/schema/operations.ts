import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What needs the operator at the moment. A row is deleted when the problem is over. */
export const operatorAlerts = sqliteTable('operator_alerts', {
  /** What is wrong, such as 'backup'. */
  topic: text().primaryKey(),
  message: text().notNull(),
  raisedAt: integer('raised_at').notNull(),
});
