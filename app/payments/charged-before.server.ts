import { and, eq } from 'drizzle-orm';
import { AppError } from '#app/shared/errors.server.ts';
import { type IdempotentCall, priorResult } from '#app/shared/idempotency.server.ts';
import { db, transaction } from '#db/client.ts';
import { paymentEvents, refunds } from '#db/schema/payments.ts';
import { t } from '#messages';
import { type Payment, paymentById, toPayment } from './payment-state.server.ts';
import { reasonText } from './stored-reasons.ts';
import type { PaymentRow } from './subjects.server.ts';

/** The error for a payment that was refunded on arrival. */
export function refundedAtOnce({ id }: Pick<PaymentRow, 'id'>): AppError {
  const refund = db().select().from(refunds).where(eq(refunds.paymentId, id)).get();
  return new AppError(
    'conflict',
    t('chargedBefore.reasonYourPaymentWasRefunded', { reason: reasonText(refund?.reason ?? '') }).trim(),
  );
}

const wasPaid = (paymentId: string) =>
  db()
    .select({ seq: paymentEvents.seq })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, paymentId), eq(paymentEvents.state, 'paid')))
    .get() !== undefined;

/**
 * The payment of an earlier call with this key, even if it was refunded since, because a key never pays twice. Open, failed and
 * expired payments charged nothing and do not count.
 * @throws AppError unprocessable when the key was used with another body; conflict when the payment was refunded on arrival
 */
export function chargedBefore(key: IdempotentCall | null): Payment | null {
  const id = transaction((tx) => priorResult(tx, key));
  const payment = id === null ? undefined : paymentById(id);
  if (!payment || !['paid', 'refunded', 'disputed'].includes(payment.state)) return null;
  if (payment.state === 'refunded' && !wasPaid(payment.id)) throw refundedAtOnce(payment);
  return toPayment(payment);
}
