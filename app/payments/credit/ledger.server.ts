import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Gateway } from '#app/payments/gateway.ts';
import { type PaymentRow, subjectOf } from '#app/payments/payment.server.ts';
import { includedTax } from '#app/payments/receipt-lines.ts';
import { currentSeller } from '#app/payments/seller-details.server.ts';
import { reasonText, storedReason } from '#app/payments/stored-reasons.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { db, type Transaction } from '#db/client.ts';
import { creditAccounts, creditEntries } from '#db/schema/credit.ts';

export type CreditAccount = typeof creditAccounts.$inferSelect;
export type CreditEntry = typeof creditEntries.$inferSelect;

/** Entries that statements list. Others do not change the bill. */
export const BILLED = inArray(creditEntries.kind, ['draw', 'refund']);

/** The available credit of an account, in minor units. */
export const leftOf = ({ endedAt, limitMinor, owedMinor }: CreditAccount) =>
  endedAt === null ? Math.max(0, limitMinor - owedMinor) : 0;

const accountOf = (tx: Pick<Transaction, 'select'>, userId: string): CreditAccount | undefined =>
  tx.select().from(creditAccounts).where(eq(creditAccounts.userId, userId)).get();

/** The available credit of an account, in minor units. Null without an agreement. */
function creditLeft(userId: string): number | null {
  const account = accountOf(db(), userId);
  return account && account.endedAt === null ? leftOf(account) : null;
}

const notEnough = (leftMinor: number | null) =>
  leftMinor === null ? storedReason('no-credit') : storedReason('too-little-credit', leftMinor);

/**
 * Requires enough credit for a payment. Call this before the payment is recorded.
 * @throws AppError payment-declined
 */
function requireCredit(userId: string, amountMinor: number) {
  const left = creditLeft(userId);
  if (left === null || left < amountMinor)
    throw new AppError('payment-declined', reasonText(notEnough(left)));
}

/** Adds a ledger entry with the account's limit and debt after a change. */
export const addLedgerEntry = (
  tx: Transaction,
  { userId, limitMinor, owedMinor }: CreditAccount,
  entry: Pick<CreditEntry, 'kind'> & Partial<CreditEntry>,
) =>
  tx
    .insert(creditEntries)
    .values({ userId, limitMinor, owedMinor, at: now(), ...entry })
    .run();

/** Changes an account's debt, unless a condition no longer holds. */
export const changeDebt = (
  tx: Transaction,
  userId: string,
  byMinor: number,
  onlyIf?: ReturnType<typeof and>,
) =>
  tx
    .update(creditAccounts)
    .set({ owedMinor: sql`${creditAccounts.owedMinor} + ${byMinor}` })
    .where(and(eq(creditAccounts.userId, userId), onlyIf))
    .returning()
    .get();

/**
 * Draws a payment from its payer's credit, in the transaction that settles it. Ignores payments of other gateways.
 * @returns why the credit does not cover it, as payments store it, or null
 */
export function drawCredit(tx: Transaction, payment: PaymentRow): string | null {
  if (payment.gateway !== 'invoice') return null;
  const { id: paymentId, payerId, amountMinor } = payment;
  const covers = and(
    isNull(creditAccounts.endedAt),
    sql`${creditAccounts.owedMinor} + ${amountMinor} <= ${creditAccounts.limitMinor}`,
  );
  const account = changeDebt(tx, payerId, amountMinor, covers);
  if (!account) return notEnough(creditLeft(payerId));
  // Statements list it.
  const { storedTitle: title } = subjectOf(payment).describe(tx, payment);
  const taxMinor = includedTax(amountMinor, currentSeller(tx)?.taxRate ?? null);
  addLedgerEntry(tx, account, { kind: 'draw', amountMinor, taxMinor, paymentId, title });
  return null;
}

/**
 * Returns a payment's amount to the credit that paid it, in the transaction that refunds it. Ignores payments of other gateways.
 * @returns whether it did
 */
export function returnCredit(tx: Transaction, { id: paymentId }: PaymentRow): boolean {
  const draw = tx
    .select()
    .from(creditEntries)
    .where(and(eq(creditEntries.paymentId, paymentId), eq(creditEntries.kind, 'draw')))
    .get();
  const account = draw && changeDebt(tx, draw.userId, -draw.amountMinor);
  if (!account) return false;
  const { amountMinor, taxMinor, title } = draw;
  addLedgerEntry(tx, account, {
    kind: 'refund',
    amountMinor: -amountMinor,
    taxMinor: -taxMinor,
    paymentId,
    title,
  });
  return true;
}

/**
 * Payments from the credit of an account with an agreement. The ledger is in this database: the transaction that settles a
 * payment draws on it, and the one that refunds the payment returns the amount. A payment that was not settled was therefore
 * never charged.
 */
export const invoiceGateway: Gateway = {
  name: 'invoice',
  live: true,
  takesCards: false,
  hasOwnPage: false,
  requireFunds: requireCredit,
  startCheckout: async ({ paymentId, amountMinor, currency }) => ({
    state: 'paid',
    reference: paymentId,
    amountMinor,
    currency,
  }),
  find: async () => null,
  cancel: async () => null,
  async refund() {},
  async readWebhook() {
    throw notFound();
  },
};
