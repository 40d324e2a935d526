import { asc, eq } from 'drizzle-orm';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { paymentEvents, refunds } from '#db/schema/payments.ts';
import { type Payment, payerOf, paymentById, subjectOf, toPayment } from './payment.server.ts';
import { type CreditNote, creditNotesFor } from './receipt.server.ts';
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
