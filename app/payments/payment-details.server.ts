import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { paymentEvents, refunds } from '#db/schema/payments.ts';
import { t } from '#messages';
import type { refundSchema } from './list-payments.server.ts';
import { type Payment, payerOf, paymentById, subjectOf, toPayment } from './payment.server.ts';
import { type CreditNote, creditNotesFor } from './receipt.server.ts';
import { sendRefundOf } from './reconcile.server.ts';
import { refundPayment } from './refund-payment.server.ts';
import { reasonText } from './stored-reasons.ts';

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
  const payer = payerOf(db(), row);
  const history = db()
    .select({ state: paymentEvents.state, detail: paymentEvents.detail, at: paymentEvents.at })
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, id))
    .orderBy(asc(paymentEvents.seq))
    .all()
    .map(({ detail, ...event }) => ({ ...event, detail: detail && reasonText(detail) }));
  const refund = db()
    .select({ reason: refunds.reason, by: users.username, completedAt: refunds.completedAt })
    .from(refunds)
    .leftJoin(users, eq(users.id, refunds.requestedBy))
    .where(eq(refunds.paymentId, id))
    .get();
  return {
    ...toPayment(row),
    title: subjectOf(row).describe(db(), row).title,
    payer: { name: payer?.name ?? '', email: payer?.email ?? null },
    gatewayReference: row.gatewayReference,
    history,
    creditNotes: creditNotesFor(id),
    refund: refund ? { ...refund, reason: reasonText(refund.reason) } : null,
  };
}

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
