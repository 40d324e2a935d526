import type { z } from 'zod';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import type { Keep } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import type { refundSchema } from './payment.schema.ts';
import { paymentById } from './payment-state.server.ts';
import { sendRefundOf } from './reconcile.server.ts';
import { refundPayment } from './refund-payment.server.ts';

export const REFUND_ORDERED = 'The payment was refunded.';

/**
 * Refunds the whole payment, revokes the purchase, and mails the reason to the payer.
 * @param input {reason}
 * @throws AppError unauthenticated; forbidden; not-found; invalid; conflict for a payment that is not paid
 */
export async function refundAsSuperAdmin(
  actor: Actor,
  id: string,
  input: z.output<typeof refundSchema>,
  keep?: Keep<{ message: string }>,
): Promise<{ message: string }> {
  requireSuperAdmin(actor);
  const { reason } = input;
  transaction((tx) => {
    const payment = paymentById(id);
    if (!payment) throw notFound();
    if (payment.state === 'refunded') throw new AppError('conflict', 'This payment is already refunded.');
    if (payment.state !== 'paid') throw new AppError('conflict', 'Only a paid payment can be refunded.');
    refundPayment(tx, payment, { reason, by: actor.user.id, who: actor });
    keep?.(tx, { message: REFUND_ORDERED });
  });
  await sendRefundOf(id);
  return { message: REFUND_ORDERED };
}
