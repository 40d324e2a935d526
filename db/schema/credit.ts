import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { toUser } from './accounts.ts';
import { type ReceiptFacts, toPayment } from './payments.ts';

/** Agreements with accounts that pay by monthly statements. Amounts are in minor units. */
export const creditAccounts = sqliteTable(
  'credit_accounts',
  {
    userId: toUser('user_id').primaryKey(),
    currency: text().notNull(),
    /** The largest amount that the account may owe. */
    limitMinor: integer('limit_minor').notNull(),
    /** The sum of its ledger. Negative after a refund of something that is already settled. */
    owedMinor: integer('owed_minor').notNull().default(0),
    /** The last entry that a statement covers. */
    statedSeq: integer('stated_seq').notNull().default(0),
    /** The super admin who last set the limit or ended the agreement. */
    setBy: toUser('set_by').notNull(),
    setAt: integer('set_at').notNull(),
    /** When the agreement ended. Null while the account may draw. */
    endedAt: integer('ended_at'),
  },
  ({ limitMinor, setBy }) => [
    check('credit_limit_is_no_debt', sql`${limitMinor} >= 0`),
    index('credit_accounts_by_setter').on(setBy),
  ],
);

/** Seller and buyer when the statement was issued. */
export type StatementFacts = Pick<ReceiptFacts, 'seller' | 'buyer'>;

/** Monthly statements. A row changes only when it is settled. */
export const creditStatements = sqliteTable(
  'credit_statements',
  {
    id: text().primaryKey(),
    /** Consecutive without gaps. */
    number: integer().notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => creditAccounts.userId),
    /** YYYY-MM in UTC. */
    month: text().notNull(),
    issuedAt: integer('issued_at').notNull(),
    /** The statement covers draws and refunds after `afterSeq`, up to `throughSeq`. */
    afterSeq: integer('after_seq').notNull(),
    throughSeq: integer('through_seq').notNull(),
    /** Draws minus refunds. Negative when more was refunded. */
    totalMinor: integer('total_minor').notNull(),
    taxMinor: integer('tax_minor').notNull(),
    facts: text({ mode: 'json' }).$type<StatementFacts>().notNull(),
    /** The language in which it is printed. Null for those from before there were languages, which are English. */
    language: text(),
    /** When it was marked as paid, and by whom. A statement with a total of zero is settled when it is issued. */
    settledAt: integer('settled_at'),
    settledBy: toUser('settled_by'),
  },
  ({ userId, month, number, settledBy }) => [
    // Ensures one statement per month, even if the code has a bug.
    uniqueIndex('credit_statements_one_a_month').on(userId, month),
    index('credit_statements_by_account').on(userId, number),
    index('credit_statements_by_settler').on(settledBy).where(sql`${settledBy} is not null`),
  ],
);

/** The ledger of credit accounts. Rows never change. */
export const creditEntries = sqliteTable(
  'credit_entries',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    userId: text('user_id')
      .notNull()
      .references(() => creditAccounts.userId),
    /** `limit` and `end` change the agreement, the other kinds the debt. */
    kind: text({ enum: ['limit', 'end', 'draw', 'refund', 'settlement'] }).notNull(),
    /** The change of the debt. Positive for draws. */
    amountMinor: integer('amount_minor').notNull().default(0),
    /** The tax included in the amount, with the same sign. */
    taxMinor: integer('tax_minor').notNull().default(0),
    /** The limit and the debt after this entry. */
    limitMinor: integer('limit_minor').notNull(),
    owedMinor: integer('owed_minor').notNull(),
    /** Set for draws and refunds. */
    paymentId: toPayment('payment_id'),
    /** Set for settlements. */
    statementId: text('statement_id').references(() => creditStatements.id),
    /** A stored title (app/payments/stored-reasons.ts), or the words of one from before there were codes. */
    title: text(),
    /** The super admin who made the entry. Null for draws and refunds. */
    by: toUser('by'),
    at: integer().notNull(),
  },
  ({ userId, seq, paymentId, kind, statementId, by }) => [
    index('credit_entries_by_account').on(userId, seq),
    // A payment is drawn once and returned once.
    uniqueIndex('credit_entries_once').on(paymentId, kind).where(sql`${paymentId} is not null`),
    // A statement is settled once.
    uniqueIndex('credit_entries_one_settlement').on(statementId).where(sql`${statementId} is not null`),
    index('credit_entries_by_person').on(by).where(sql`${by} is not null`),
  ],
);
