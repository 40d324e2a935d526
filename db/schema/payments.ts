import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The sandbox gateway's own ledger, apart from ours as a provider's would be. */
export const sandboxCharges = sqliteTable('sandbox_charges', {
  /** Our payment's id: the same one is never charged twice. */
  paymentId: text('payment_id').primaryKey(),
  reference: text().notNull().unique(),
  amountMinor: integer('amount_minor').notNull(),
  currency: text().notNull(),
  /** Null when it succeeded. */
  declineMessage: text('decline_message'),
  createdAt: integer('created_at').notNull(),
});
