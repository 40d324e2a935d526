import { and, eq } from 'drizzle-orm';
import { AppError } from '#app/shared/errors.server.ts';
import { type IdempotentCall, priorResult } from '#app/shared/idempotency.server.ts';
import { db, transaction } from '#db/client.ts';
import { paymentEvents, refunds } from '#db/schema/payments.ts';
import { type Payment, paymentById, toPayment } from './payment-state.server.ts';
import type { PaymentRow } from './subjects.server.ts';

/** The error for a payment that was refunded when it arrived. */
export function refundedAtOnce({ id }: Pick<PaymentRow, 'id'>): AppError {
  const refund = db.select().from(refunds).where(eq(refunds.paymentId, id)).get();
  return new AppError('conflict', `${refund?.reason ?? ''} Your payment is refunded.`.trim());
}

const wasPaid = (paymentId: string) =>
  db
    .select({ seq: paymentEvents.seq })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, paymentId), eq(paymentEvents.state, 'paid')))
    .get() !== undefined;

/**
 * The payment that an earlier call with this key made, also when it was refunded since: its key does not pay again. A payment
 * that is open, failed or expired charged nothing and does not count.
 * @throws AppError unprocessable when the key was used with another body; conflict when the payment was refunded as it arrived
 */
export function chargedBefore(key: IdempotentCall | null): Payment | null {
  const id = transaction((tx) => priorResult(tx, key));
  const payment = id === null ? undefined : paymentById(id);
  if (!payment || !['paid', 'refunded', 'disputed'].includes(payment.state)) return null;
  if (payment.state === 'refunded' && !wasPaid(payment.id)) throw refundedAtOnce(payment);
  return toPayment(payment);
}
