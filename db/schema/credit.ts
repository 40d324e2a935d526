import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import type { ReceiptFacts } from './payments.ts';
import { payments } from './verification.ts';

/** Agreements with accounts that pay by monthly statements. Amounts are minor units of the currency. */
export const creditAccounts = sqliteTable(
  'credit_accounts',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id),
    currency: text().notNull(),
    /** The most that the account may owe. */
    limitMinor: integer('limit_minor').notNull(),
    /** The sum of its ledger. Below zero after a refund of something that is settled. */
    owedMinor: integer('owed_minor').notNull().default(0),
    /** The last entry of its ledger that a statement covers. */
    statedSeq: integer('stated_seq').notNull().default(0),
    /** The super admin who set the limit or ended the agreement last. */
    setBy: text('set_by')
      .notNull()
      .references(() => users.id),
    setAt: integer('set_at').notNull(),
    /** When the agreement ended; null while the account may draw. */
    endedAt: integer('ended_at'),
  },
  (table) => [
    check('credit_limit_is_no_debt', sql`${table.limitMinor} >= 0`),
    // Deleting an account checks for references.
    index('credit_accounts_by_setter').on(table.setBy),
  ],
);

/** Who bills whom, as it was when the statement was issued. */
export type StatementFacts = Pick<ReceiptFacts, 'seller' | 'buyer'>;

/** Monthly statements. Only its settlement changes a row. */
export const creditStatements = sqliteTable(
  'credit_statements',
  {
    id: text().primaryKey(),
    /** Consecutive without gaps. */
    number: integer().notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => creditAccounts.userId),
    /** YYYY-MM, of UTC. */
    month: text().notNull(),
    issuedAt: integer('issued_at').notNull(),
    /** It covers the draws and refunds of the ledger after the one entry, up to the other. */
    afterSeq: integer('after_seq').notNull(),
    throughSeq: integer('through_seq').notNull(),
    /** Draws less refunds; below zero when more was refunded. */
    totalMinor: integer('total_minor').notNull(),
    /** The tax that the total includes. */
    taxMinor: integer('tax_minor').notNull(),
    facts: text({ mode: 'json' }).$type<StatementFacts>().notNull(),
    /** When it was marked as paid, and by whom; one with nothing to pay is settled when it is issued. */
    settledAt: integer('settled_at'),
    settledBy: text('settled_by').references(() => users.id),
  },
  (table) => [
    // A month has one statement, also when the code has a bug.
    uniqueIndex('credit_statements_one_a_month').on(table.userId, table.month),
    index('credit_statements_by_account').on(table.userId, table.number),
    // Deleting an account checks for references.
    index('credit_statements_by_settler').on(table.settledBy).where(sql`${table.settledBy} is not null`),
  ],
);

/** The ledger of credit accounts. A row never changes. */
export const creditEntries = sqliteTable(
  'credit_entries',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    userId: text('user_id')
      .notNull()
      .references(() => creditAccounts.userId),
    /** `limit` and `end` change the agreement, the others what is owed. */
    kind: text({ enum: ['limit', 'end', 'draw', 'refund', 'settlement'] }).notNull(),
    /** What the debt changes by: above zero for draws. */
    amountMinor: integer('amount_minor').notNull().default(0),
    /** The tax that the amount includes, with its sign. */
    taxMinor: integer('tax_minor').notNull().default(0),
    /** The limit and the debt from then on. */
    limitMinor: integer('limit_minor').notNull(),
    owedMinor: integer('owed_minor').notNull(),
    /** Of draws and refunds. */
    paymentId: text('payment_id').references(() => payments.id),
    /** Of settlements. */
    statementId: text('statement_id').references(() => creditStatements.id),
    /** What was paid for. */
    title: text(),
    /** The super admin who did it; null for draws and refunds. */
    by: text().references(() => users.id),
    at: integer().notNull(),
  },
  (table) => [
    index('credit_entries_by_account').on(table.userId, table.seq),
    // A payment is drawn once, and given back once.
    uniqueIndex('credit_entries_once')
      .on(table.paymentId, table.kind)
      .where(sql`${table.paymentId} is not null`),
    // A statement is settled once.
    uniqueIndex('credit_entries_one_settlement')
      .on(table.statementId)
      .where(sql`${table.statementId} is not null`),
    // Deleting an account checks for references.
    index('credit_entries_by_person').on(table.by).where(sql`${table.by} is not null`),
  ],
);
