import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { certificateById } from '#app/certificates/find-certificate.server.ts';
import { requireHolder } from '#app/certificates/managed-certificate.server.ts';
import { parseUniqueId } from '#app/certificates/unique-id.ts';
import { type LastAttempt, lastAttemptFor, returnFromGateway } from '#app/payments/attempts.server.ts';
import type { Card } from '#app/payments/gateway.ts';
import type { Payment } from '#app/payments/payment.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { invalid, notFound } from '#app/shared/errors.server.ts';
import { requireConsent } from '#app/verification/consent/consent.server.ts';
import { db } from '#db/client.ts';
import { certificates } from '#db/schema/certificates.ts';
import { verifications } from '#db/schema/verification.ts';
import { pendingLookUp, setPendingLookUp } from './look-up-certificate.server.ts';
import type { PaidVerification, StartedPayment, startPaymentSchema } from './pay-verification.server.ts';
import { noUniqueId, paymentOf, payVerification } from './pay-verification.server.ts';
import type { LookedUp } from './verification.server.ts';
import { certificateToVerify, findVerification, toLookedUp, verificationFor } from './verification.server.ts';

export type PendingVerification = {
  lookedUp: LookedUp;
  paid: PaidVerification | null;
  /** Whether it was paid before this look-up. */
  paidBefore: boolean;
  lastAttempt: LastAttempt | null;
};

/**
 * The certificate of this session's last look-up: its public fields before payment, and all fields afterwards. Null without a
 * look-up.
 * @throws AppError unauthenticated; forbidden without the holder's consent; busy when the certificate is not as it was signed
 */
export function pendingVerification(actor: Actor): PendingVerification | null {
  requireMember(actor);
  const lookUp = pendingLookUp(actor);
  const certificate = lookUp && certificateToVerify(lookUp.uniqueId);
  if (!certificate) return null;
  if (!findVerification(actor, certificate)?.paidAt) {
    requireHolder(certificate);
    requireConsent(actor.user, certificate);
  }
  const verification = verificationFor(actor, certificate);
  const payment = paymentOf(verification.id);
  return {
    lookedUp: toLookedUp(certificate, payment !== null),
    lastAttempt: payment ? null : lastAttemptFor(actor.user.id, { verificationId: verification.id }),
    paidBefore: payment !== null && payment.createdAt < lookUp.at,
    paid: payment && { kind: 'paid', certificate: certificateById(actor, certificate.id), payment },
  };
}

/**
 * Pays for the certificate that the payment page showed. Requires a look-up in this session. If another tab has looked up
 * another certificate since, pays for the one on the submitted page and makes it the session's again.
 * @param input with the `uniqueId` that the page showed
 * @throws AppError as `payVerification`
 */
export function payPending(
  actor: Actor,
  input: Omit<z.output<typeof startPaymentSchema>, 'uniqueId'> & { uniqueId?: string | undefined },
  card: Card | null,
): Promise<PaidVerification | StartedPayment> {
  requireMember(actor);
  const pending = pendingLookUp(actor);
  if (pending === null) throw invalid(noUniqueId());
  const shown = input.uniqueId === undefined ? null : parseUniqueId(input.uniqueId);
  const uniqueId = shown ?? pending.uniqueId;
  if (uniqueId !== pending.uniqueId && certificateToVerify(uniqueId)) {
    setPendingLookUp(actor, { uniqueId, at: now() });
  }
  return payVerification(actor, { ...input, uniqueId }, card);
}

/**
 * Settles a payment whose payer returns from the gateway, and makes its certificate that of the session.
 * @returns the payment's state. It is still open when the gateway does not respond, and is settled later.
 * @throws AppError unauthenticated; not-found, also for other accounts' payments
 */
export async function returnFromCheckout(actor: Actor, paymentId: string): Promise<Payment['state']> {
  requireMember(actor);
  const { state, verificationId } = await returnFromGateway(actor, paymentId);
  const certificate = db()
    .select({ uniqueId: certificates.uniqueId })
    .from(verifications)
    .innerJoin(certificates, eq(certificates.id, verifications.certificateId))
    .where(eq(verifications.id, verificationId ?? ''))
    .get();
  if (!certificate) throw notFound();
  // The payer looked it up before the payment, in this session or in another one.
  setPendingLookUp(actor, { uniqueId: certificate.uniqueId, at: 0 });
  return state;
}
