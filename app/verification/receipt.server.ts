import { and, eq, isNotNull } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { toPayment } from '#app/payments/payment-state.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { certificates } from '#db/schema/certificates.ts';
import { payments, verifications } from '#db/schema/verification.ts';

/** The content of a receipt: the facts at the time of payment, and the payer's current name. */
export type Receipt = {
  id: string;
  /** Consecutive over all payments. */
  number: number;
  amountMinor: number;
  currency: string;
  gateway: string;
  /** Null where the card was typed at the gateway. */
  card: { brand: string; last4: string } | null;
  /** Milliseconds UTC. */
  paidAt: number;
  payer: { name: string; email: string | null };
  certificate: { uniqueId: string; courseName: string; studentName: string; issuerName: string };
};

/**
 * The receipt of a payment, for its payer and super admins.
 * @throws AppError unauthenticated; not-found, also for other accounts' receipts
 */
export function receiptOf(actor: Actor, paymentId: string): Receipt {
  requireMember(actor);
  const mine = actor.user.role === 'superadmin' ? undefined : eq(verifications.verifierId, actor.user.id);
  const row = db
    .select({ payment: payments, payer: { name: users.name, email: users.email }, certificate: certificates })
    .from(payments)
    .innerJoin(verifications, eq(verifications.id, payments.verificationId))
    .innerJoin(users, eq(users.id, verifications.verifierId))
    .innerJoin(certificates, eq(certificates.id, verifications.certificateId))
    .where(and(eq(payments.id, paymentId), isNotNull(payments.receiptNumber), mine))
    .get();
  if (!row) throw notFound();
  const { payment, payer, certificate } = row;
  return {
    id: payment.id,
    number: payment.receiptNumber ?? 0,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    gateway: payment.gateway,
    card: toPayment(payment).card,
    paidAt: payment.settledAt ?? payment.createdAt,
    payer,
    certificate: {
      uniqueId: formatUniqueId(certificate.uniqueId),
      courseName: certificate.courseName,
      studentName: certificate.studentName,
      issuerName: certificate.issuerName,
    },
  };
}
