import { eq, getTableColumns } from 'drizzle-orm';
import type { z } from 'zod';
import { buyerSchema } from '#app/accounts/account.schema.server.ts';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import type { Certificate } from '#app/certificates/certificate.server.ts';
import { certificateById } from '#app/certificates/find-certificate.server.ts';
import { requireHolder } from '#app/certificates/managed-certificate.server.ts';
import { env } from '#app/config/env.server.ts';
import { requireWritableLog } from '#app/log/log-state.server.ts';
import { cardSchema } from '#app/payments/card.schema.ts';
import type { Card } from '#app/payments/gateway.ts';
import { chosenGateway, gatewayField } from '#app/payments/gateways.server.ts';
import { cardFingerprint, type PaymentResult, payOnce, requireCard } from '#app/payments/pay.server.ts';
import { type Payment, toPayment } from '#app/payments/payment.server.ts';
import { buyerOf } from '#app/payments/start-payment.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { idempotentCall } from '#app/shared/idempotency.server.ts';
import { requireConsent } from '#app/verification/consent/consent.server.ts';
import { db } from '#db/client.ts';
import { payments } from '#db/schema/payments.ts';
import { verifications } from '#db/schema/verification.ts';
import { t } from '#messages';
import { invalidCertificate } from './texts.ts';
import { lookUpSchema } from './verification.schema.ts';
import { certificateToVerify, findVerification, verificationFor } from './verification.server.ts';
import { feeDescription } from './verification-payments.server.ts';

export const paymentReversed = () => t('payVerification.thePaymentWithThisIdempotencyKey');
export const noUniqueId = () => t('payVerification.noUniqueidFoundPleaseVerifyCertificateFirst');

/** Input for paying a verification without a card. */
export const startPaymentSchema = lookUpSchema.extend({ gateway: gatewayField, ...buyerSchema.shape });

/** Input for paying a verification with a card. `todayMs` as in `cardSchema`. */
export const payVerificationSchema = (todayMs: number) =>
  cardSchema(todayMs).safeExtend(startPaymentSchema.shape);

export type PaidVerification = { kind: 'paid'; certificate: Certificate; payment: Payment };
/** A payment that the payer completes at the gateway. */
export type StartedPayment = Extract<PaymentResult, { kind: 'started' }>;

/**
 * The payment that settled a verification, or null if it is unpaid. It may be the payment of the certificate that this one
 * replaces.
 */
export function paymentOf(verificationId: string): Payment | null {
  const row = db()
    .select(getTableColumns(payments))
    .from(verifications)
    .innerJoin(payments, eq(payments.id, verifications.paymentId))
    .where(eq(verifications.id, verificationId))
    .get();
  return row ? toPayment(row) : null;
}

/**
 * Pays the fee of a verification and returns the certificate. With a gateway that has its own payment page,
 * starts a payment or resumes the open one, and returns that page's URL. A paid verification is returned
 * again for free, so that any number of requests charges it once.
 * @param input {uniqueId, gateway?, company?, taxId?}; no earlier look-up is needed
 * @param card null for a gateway that takes no cards
 * @param idempotencyKey the same key with the same input returns the same result, and never pays again after a refund
 * @throws AppError unauthenticated; invalid, naming fields; not-found; forbidden without the holder's consent; busy when the certificate is
 *   not as it was signed; and as `payOnce`
 */
export async function payVerification(
  actor: Actor,
  input: z.output<typeof startPaymentSchema>,
  card: Card | null,
  idempotencyKey?: string | null,
): Promise<PaidVerification | StartedPayment> {
  requireMember(actor);
  const { uniqueId, gateway: gatewayName, company, taxId } = input;
  const gateway = chosenGateway(gatewayName);
  requireCard(gateway, card);
  const buyer = buyerOf(actor, input);
  const certificate = certificateToVerify(uniqueId);
  if (!certificate) {
    // Otherwise payments would bypass the rate limit of look-ups.
    await limit(actor, 'look-ups');
    throw notFound(invalidCertificate());
  }
  if (!findVerification(actor, certificate)?.paidAt) {
    requireHolder(certificate);
    requireConsent(actor.user, certificate);
  }
  const { id: verificationId } = verificationFor(actor, certificate);
  const key = idempotentCall(actor.user.id, 'cert/verify/payment', idempotencyKey, {
    uniqueId: certificate.uniqueId,
    gateway: gatewayName,
    card: card && cardFingerprint(card),
    buyer: [company, taxId],
  });
  const payable = {
    item: { verificationId },
    payer: actor.user,
    amountMinor: env().VERIFICATION_FEE_CENTS,
    description: feeDescription(certificate.uniqueId),
    returnPath: '/verify/payment/return',
    cancelPath: '/verify/payment',
    paid: () => paymentOf(verificationId),
    requireReady: () => {
      // The receipt is logged in the transaction that settles the payment, so the log must be writable.
      requireWritableLog();
      // The holder may have withdrawn consent, or was erased, while this payment waited for another one.
      requireHolder(certificateToVerify(uniqueId) ?? certificate);
      requireConsent(actor.user, certificate);
    },
  };
  const result = await payOnce(actor, payable, { gateway, card, buyer }, key);
  if (result.kind === 'started') return result;
  if (!paymentOf(verificationId)) throw new AppError('conflict', paymentReversed());
  return { ...result, certificate: certificateById(actor, certificate.id) };
}
