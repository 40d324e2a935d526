import { eq, type SQL } from 'drizzle-orm';
import { shownName } from '#app/accounts/account-names.server.ts';
import type { Member } from '#app/accounts/actor.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { db, type Transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { paymentEvents, payments } from '#db/schema/payments.ts';
import { cardBrandName } from './card.schema.ts';
import { kindOf, type PaymentRow, type SubjectKind } from './subjects.server.ts';

export { PAYMENT_STATES } from '#db/schema/payments.ts';

/** Whether a payment has no outcome yet. */
export const isOpen = ({ state }: Pick<PaymentRow, 'state'>) => state === 'created' || state === 'pending';

/** A payment for its payer, settled or open. */
export type Payment = {
  id: string;
  /** What kind of item it is for. */
  kind: SubjectKind;
  /** Null for a verification, and once the course is deleted. */
  courseId: string | null;
  state: PaymentRow['state'];
  gateway: string;
  /** Null until it is settled. */
  receiptNumber: number | null;
  amountMinor: number;
  currency: string;
  /** Null if the card was entered at the gateway. The brand is in the reader's language. */
  card: { brand: string; last4: string } | null;
  /** Milliseconds UTC. */
  createdAt: number;
};

export const toPayment = (row: PaymentRow): Payment => ({
  id: row.id,
  kind: kindOf(row),
  courseId: row.courseId,
  state: row.state,
  gateway: row.gateway,
  receiptNumber: row.receiptNumber,
  amountMinor: row.amountMinor,
  currency: row.currency,
  card: row.cardBrand && row.cardLast4 ? { brand: cardBrandName(row.cardBrand), last4: row.cardLast4 } : null,
  createdAt: row.createdAt,
});

export const paymentById = (id: string): PaymentRow | undefined =>
  db().select().from(payments).where(eq(payments.id, id)).get();

/** Writes a payment's new state and a line in its history. */
export function changeState(
  tx: Transaction,
  payment: PaymentRow,
  changes: Partial<PaymentRow> & Pick<PaymentRow, 'state'>,
  detail: string | null = null,
) {
  tx.update(payments).set(changes).where(eq(payments.id, payment.id)).run();
  tx.insert(paymentEvents).values({ paymentId: payment.id, state: changes.state, detail, at: now() }).run();
}

/** The payer's present name, email and language. */
export function payerOf(tx: Pick<Transaction, 'select'>, { payerId }: Pick<PaymentRow, 'payerId'>) {
  const payer = tx
    .select({ name: users.name, email: users.email, language: users.language })
    .from(users)
    .where(eq(users.id, payerId))
    .get();
  return payer && { ...payer, name: shownName(payer.name) };
}

/** SQL condition that a reader may open the payment's documents: a payer its own, a super admin all. */
export const readableBy = ({ user }: Member): SQL | undefined =>
  user.role === 'superadmin' ? undefined : eq(payments.payerId, user.id);
