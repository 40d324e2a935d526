import { desc, eq } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { payments, refunds } from '#db/schema/payments.ts';
import { type Item, isOpen, type Payment, type PaymentRow, paymentById } from './payment.server.ts';
import { askGateway } from './reconcile.server.ts';
import { paymentsFor } from './start-payment.server.ts';
import { reasonText } from './stored-reasons.ts';

/** The newest payment for an unpaid item, with the reason for its outcome. */
export type LastAttempt = Pick<Payment, 'id' | 'state' | 'gateway'> & { reason: string | null };

/** The newest payment of an account for an item, or null. */
export function lastAttemptFor(payerId: string, item: Item): LastAttempt | null {
  const row = db()
    .select({ payment: payments, reason: refunds.reason })
    .from(payments)
    .leftJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(paymentsFor(payerId, item))
    .orderBy(desc(payments.seq))
    .limit(1)
    .get();
  if (!row) return null;
  const { id, state, gateway, failureMessage } = row.payment;
  const reason = row.reason ?? failureMessage;
  return { id, state, gateway, reason: reason && reasonText(reason) };
}

/**
 * Finds the payment of a payer who returns from the gateway, and settles it. If the gateway does not respond, it is settled
 * later.
 * @throws AppError unauthenticated; not-found, also for other accounts' payments
 */
export async function returnFromGateway(actor: Actor, paymentId: string): Promise<PaymentRow> {
  requireMember(actor);
  const payment = paymentById(paymentId);
  if (payment?.payerId !== actor.user.id) throw notFound();
  if (!isOpen(payment)) return payment;
  try {
    await askGateway(payment);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return paymentById(paymentId) ?? payment;
}
