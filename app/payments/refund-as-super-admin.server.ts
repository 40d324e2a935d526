import type { z } from 'zod';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { t } from '#messages';
import type { refundSchema } from './list-payments.server.ts';
import { paymentById } from './payment.server.ts';
import { sendRefundOf } from './reconcile.server.ts';
import { refundPayment } from './refund-payment.server.ts';

export const refundOrdered = () => t('refundAsSuperAdmin.thePaymentWasRefunded');

/**
 * Refunds the whole payment, revokes the purchase, and mails the reason to the payer.
 * @param input {reason}
 * @throws AppError unauthenticated; forbidden; not-found; invalid; conflict for a payment that is not paid
 */
export async function refundAsSuperAdmin(
  actor: Actor,
  id: string,
  input: z.output<typeof refundSchema>,
): Promise<{ message: string }> {
  requireSuperAdmin(actor);
  const { reason } = input;
  transaction((tx) => {
    const payment = paymentById(id);
    if (!payment) throw notFound();
    if (payment.state === 'refunded')
      throw new AppError('conflict', t('refundAsSuperAdmin.thisPaymentIsAlreadyRefunded'));
    if (payment.state !== 'paid')
      throw new AppError('conflict', t('refundAsSuperAdmin.onlyAPaidPaymentCanBeRefunded'));
    refundPayment(tx, payment, { reason, by: actor.user.id, who: actor });
    storeAnswer(tx, { message: refundOrdered() });
  });
  await sendRefundOf(id);
  return { message: refundOrdered() };
}
