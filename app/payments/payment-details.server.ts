import { asc, eq } from 'drizzle-orm';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { paymentEvents, refunds } from '#db/schema/payments.ts';
import { type CreditNote, creditNotesFor } from './credit-note.server.ts';
import { refundSchema } from './payment.schema.ts';
import { type Payment, payerOf, paymentById, toPayment } from './payment-state.server.ts';
import { sendRefundOf } from './reconcile.server.ts';
import { refundPayment } from './refund-payment.server.ts';
import { subjectOf } from './subjects.server.ts';

export const REFUND_ORDERED = 'The payment was refunded.';

export type PaymentDetails = Payment & {
  /** Title of the item. */
  title: string;
  payer: { name: string; email: string | null };
  gatewayReference: string | null;
  /** Changes of its state. Times are in ms UTC. */
  history: { state: Payment['state']; detail: string | null; at: number }[];
  creditNotes: Pick<CreditNote, 'id' | 'number'>[];
  refund: { reason: string; by: string | null; completedAt: number | null } | null;
};

/**
 * A payment with its history.
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function paymentDetails(actor: Actor, id: string): PaymentDetails {
  requireSuperAdmin(actor);
  const row = paymentById(id);
  if (!row) throw notFound();
  const payer = payerOf(db, row);
  const history = db
    .select({ state: paymentEvents.state, detail: paymentEvents.detail, at: paymentEvents.at })
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, id))
    .orderBy(asc(paymentEvents.seq))
    .all();
  const refund = db
    .select({ reason: refunds.reason, by: users.username, completedAt: refunds.completedAt })
    .from(refunds)
    .leftJoin(users, eq(users.id, refunds.requestedBy))
    .where(eq(refunds.paymentId, id))
    .get();
  return {
    ...toPayment(row),
    title: transaction((tx) => subjectOf(row).describe(tx, row).title),
    payer: { name: payer?.name ?? '', email: payer?.email ?? null },
    gatewayReference: row.gatewayReference,
    history,
    creditNotes: creditNotesFor(id),
    refund: refund ?? null,
  };
}

/**
 * Refunds a payment in full, once, revokes the purchase and tells the payer why.
 * @param input {reason}
 * @throws AppError unauthenticated; forbidden; not-found; invalid; conflict for a payment that is not paid
 */
export async function refundAsSuperAdmin(
  actor: Actor,
  id: string,
  input: unknown,
): Promise<{ message: string }> {
  requireSuperAdmin(actor);
  const { reason } = parseInput(refundSchema, input);
  transaction((tx) => {
    const payment = paymentById(id);
    if (!payment) throw notFound();
    if (payment.state === 'refunded') throw new AppError('conflict', 'This payment is already refunded.');
    if (payment.state !== 'paid') throw new AppError('conflict', 'Only a paid payment can be refunded.');
    refundPayment(tx, payment, { reason, by: actor.user.id });
  });
  await sendRefundOf(id);
  return { message: REFUND_ORDERED };
}
