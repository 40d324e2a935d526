import { createHmac } from 'node:crypto';
import { eq, getTableColumns } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import type { Certificate } from '#app/certificates/certificate.server.ts';
import { certificateById } from '#app/certificates/find-certificate.server.ts';
import { env } from '#app/env.server.ts';
import { requireWritableLog } from '#app/log/log-state.server.ts';
import type { cardSchema } from '#app/payments/card.schema.ts';
import type { Gateway } from '#app/payments/gateway.ts';
import { chosenGateway } from '#app/payments/gateways.server.ts';
import { type Payment, toPayment } from '#app/payments/payment-state.server.ts';
import { serialize } from '#app/payments/serialize.server.ts';
import { PROCESSING, refreshOpenPayment, startPayment } from '#app/payments/start-payment.server.ts';
import type { PaymentRow } from '#app/payments/subjects.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid, notFound } from '#app/shared/errors.server.ts';
import { idempotentCall, priorResult, rememberResult } from '#app/shared/idempotency.server.ts';
import { deriveKey } from '#app/shared/ids.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db, transaction } from '#db/client.ts';
import { payments, verifications } from '#db/schema/verification.ts';
import { INVALID_CERTIFICATE } from './look-up-certificate.server.ts';
import { payVerificationSchema, startPaymentSchema } from './verification.schema.ts';
import { certificateToVerify, verificationFor } from './verification.server.ts';
import { feeDescription } from './verification-payments.server.ts';

export const NO_UNIQUE_ID = 'No uniqueId found. Please verify certificate first.';
export const PAID = 'Payment successful!';

export const CONTINUE = 'Continue at the payment page.';
const REFUNDED = 'The certificate changed while you paid. Your payment is refunded.';
const NO_CARDS = 'Card data is not accepted here.';
const CARD_FIELDS = ['cardNumber', 'expiryMonth', 'expiryYear', 'cvCode'] as const;

export type PaidVerification = { kind: 'paid'; certificate: Certificate; payment: Payment };
/** A payment that the payer completes at the gateway. */
export type StartedPayment = { kind: 'started'; checkoutUrl: string; payment: Payment };

/**
 * The payment that settled a verification, or null while it is unpaid. It may be that of the certificate which this one
 * replaces.
 */
export function paymentOf(verificationId: string): Payment | null {
  const row = db
    .select(getTableColumns(payments))
    .from(verifications)
    .innerJoin(payments, eq(payments.id, verifications.paymentId))
    .where(eq(verifications.id, verificationId))
    .get();
  return row ? toPayment(row) : null;
}

const hasNoUniqueId = (input: unknown) => {
  if (typeof input !== 'object' || input === null || !('uniqueId' in input)) return true;
  return input.uniqueId === undefined || input.uniqueId === null || input.uniqueId === '';
};

/**
 * The input for a gateway that takes cards, or for one that asks for the card on its own page.
 * @throws AppError invalid
 */
function parsePayment(gateway: Gateway, input: unknown) {
  if (gateway.takesCards) {
    const { uniqueId, ...card } = parseInput(
      payVerificationSchema(now()),
      input,
      'Please fill in all fields',
    );
    return { uniqueId, card };
  }
  const fields = input as Record<string, unknown>;
  if (
    CARD_FIELDS.some((name) => fields[name] !== undefined && fields[name] !== null && fields[name] !== '')
  ) {
    throw invalid(NO_CARDS);
  }
  return { ...parseInput(startPaymentSchema, input), card: null };
}

/**
 * Pays the fee of one verification and returns the certificate; where the gateway has its own payment page, starts the
 * payment, or resumes the one that is open, and returns that page's address. A paid verification is returned again for free:
 * whatever the number of requests, it is charged at most once.
 * @param input {uniqueId, gateway?} and for a gateway that takes cards {cardNumber, expiryMonth, expiryYear, cvCode}; no
 *   earlier look-up is needed
 * @param idempotencyKey the same key with the same input returns the same result
 * @throws AppError unauthenticated; invalid 'No uniqueId found. Please verify certificate first.' or naming a field; not-
 *   found; payment-declined with the gateway's message; rate-limited; unprocessable; busy when the gateway does not answer;
 *   conflict while a bank is at work, or when the payment is refunded at once
 */
export async function payVerification(
  actor: Actor,
  input: unknown,
  idempotencyKey?: string | null,
): Promise<PaidVerification | StartedPayment> {
  requireMember(actor);
  if (hasNoUniqueId(input)) throw invalid(NO_UNIQUE_ID);
  const gateway = chosenGateway((input as { gateway?: unknown }).gateway);
  const { uniqueId, card } = parsePayment(gateway, input);
  const certificate = certificateToVerify(uniqueId);
  if (!certificate) {
    // Otherwise payments would bypass the limit of look-ups.
    await limit(actor, 'look-ups');
    throw notFound(INVALID_CERTIFICATE);
  }
  const verification = verificationFor(actor, certificate);
  const verificationId = verification.id;
  const key = idempotentCall(actor.user.id, 'cert/verify/payment', idempotencyKey, {
    uniqueId: certificate.uniqueId,
    card: card && cardFingerprint(card),
  });
  const pay = async () => {
    transaction((tx) => priorResult(tx, key));
    // Payments of one verification run one at a time, so a created one means that the gateway failed earlier.
    let payment = await refreshOpenPayment({ verificationId }, gateway);
    if (!payment && !paymentOf(verificationId)) {
      await limit(actor, 'payments');
      // Do not start a payment that cannot be settled.
      requireWritableLog();
      payment = await startPayment({
        verificationId,
        payer: actor.user,
        amountMinor: env.VERIFICATION_FEE_CENTS,
        description: feeDescription(certificate.uniqueId),
        gateway,
        card: card && {
          number: card.cardNumber,
          expiryMonth: Number(card.expiryMonth),
          expiryYear: 2000 + Number(card.expiryYear),
          code: card.cvCode,
        },
        returnPath: '/verify/payment/return',
        cancelPath: '/verify/payment',
      });
    }
    const paid = paymentOf(verificationId);
    if (paid) {
      rememberOnce(key, paid.id);
      return { kind: 'paid' as const, certificate: certificateById(actor, certificate.id), payment: paid };
    }
    const started = requireCheckout(payment);
    rememberOnce(key, started.id);
    return { kind: 'started' as const, checkoutUrl: started.checkoutUrl, payment: toPayment(started) };
  };
  const payOnce = () => serialize(verificationId, pay);
  // With one key for two certificates, the second payment must see the first.
  return key ? serialize(key.key, payOnce) : payOnce();
}

/**
 * Fingerprint that decides whether two payments with one Idempotency-Key match. It is an HMAC with a key outside the
 * database, because card numbers are few enough to try against a plain hash. The CV code is not part of it, since it is
 * never stored.
 */
const cardFingerprint = ({ cardNumber, expiryMonth, expiryYear }: z.output<ReturnType<typeof cardSchema>>) =>
  createHmac('sha256', deriveKey('payment-idempotency'))
    .update(JSON.stringify([cardNumber, expiryMonth, expiryYear]))
    .digest('base64url');

/**
 * A payment that its payer can complete at the gateway.
 * @throws AppError payment-declined; conflict
 */
function requireCheckout(payment: PaymentRow | undefined): PaymentRow & { checkoutUrl: string } {
  if (payment?.state === 'failed')
    throw new AppError('payment-declined', payment.failureMessage ?? 'It failed.');
  if (payment?.state === 'refunded') throw new AppError('conflict', REFUNDED);
  const checkoutUrl = payment?.checkoutUrl;
  if (!payment || !checkoutUrl) throw new AppError('conflict', PROCESSING);
  return { ...payment, checkoutUrl };
}

function rememberOnce(key: ReturnType<typeof idempotentCall>, paymentId: string) {
  if (!key) return;
  transaction((tx) => {
    if (!priorResult(tx, key)) rememberResult(tx, key, paymentId);
  });
}
