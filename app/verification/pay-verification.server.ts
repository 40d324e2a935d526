import { createHmac } from 'node:crypto';
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, type Member, requireMember } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import type { Certificate } from '#app/certificates/certificate.server.ts';
import { certificateById } from '#app/certificates/find-certificate.server.ts';
import { carryVerifications } from '#app/certificates/replacements.server.ts';
import { env } from '#app/env.server.ts';
import { requireWritableLog } from '#app/log/log-state.server.ts';
import { cardBrand, type cardSchema } from '#app/payments/card.schema.ts';
import { gateway } from '#app/payments/gateway.server.ts';
import type { Card, ChargeOutcome } from '#app/payments/gateway.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid, notFound } from '#app/shared/errors.server.ts';
import { idempotentCall, priorResult, rememberResult } from '#app/shared/idempotency.server.ts';
import { deriveKey, newId } from '#app/shared/ids.server.ts';
import { log } from '#app/shared/log.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db, essentialTransaction, transaction } from '#db/client.ts';
import { payments, verifications } from '#db/schema/verification.ts';
import { logVerification } from './log-verification.server.ts';
import { INVALID_CERTIFICATE } from './look-up-certificate.server.ts';
import { payVerificationSchema } from './verification.schema.ts';
import { certificateToVerify, verificationFor } from './verification.server.ts';

export const NO_UNIQUE_ID = 'No uniqueId found. Please verify certificate first.';
export const PAID = 'Payment successful!';

/** A settled payment, as its receipt shows it. */
export type Payment = {
  id: string;
  receiptNumber: number;
  amountMinor: number;
  currency: string;
  card: { brand: string; last4: string };
  /** Milliseconds UTC. */
  createdAt: number;
};

export type PaidVerification = { certificate: Certificate; payment: Payment };

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
  if (!row) return null;
  return {
    id: row.id,
    receiptNumber: row.receiptNumber ?? 0,
    amountMinor: row.amountMinor,
    currency: row.currency,
    card: { brand: row.cardBrand, last4: row.cardLast4 },
    createdAt: row.createdAt,
  };
}

/**
 * Payments in progress in this process, by verification and by Idempotency-Key. A second request waits for the first
 * instead of charging again.
 */
const underWay = new Map<string, Promise<unknown>>();

async function oneAtATime<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  for (let earlier = underWay.get(name); earlier; earlier = underWay.get(name)) {
    await earlier.catch(() => {});
  }
  const running = work().finally(() => underWay.delete(name));
  underWay.set(name, running);
  return running;
}

/** Stores the gateway's outcome. The payment and the verification change together, once; a second call changes nothing. */
export function settlePayment(paymentId: string, outcome: ChargeOutcome | null) {
  essentialTransaction((tx) => {
    const open = and(eq(payments.id, paymentId), eq(payments.state, 'intent'));
    const settledAt = now();
    if (outcome === null) {
      tx.update(payments).set({ state: 'abandoned', settledAt }).where(open).run();
      return;
    }
    if (outcome.state === 'declined') {
      tx.update(payments)
        .set({
          state: 'declined',
          declineMessage: outcome.message,
          gatewayReference: outcome.reference,
          settledAt,
        })
        .where(open)
        .run();
      return;
    }
    const payment = tx
      .update(payments)
      .set({
        state: 'succeeded',
        gatewayReference: outcome.reference,
        receiptNumber: sql`(select coalesce(max(${payments.receiptNumber}), 0) + 1 from ${payments})`,
        settledAt,
      })
      .where(open)
      .returning({ verificationId: payments.verificationId })
      .get();
    if (!payment) return;
    const paid = tx
      .update(verifications)
      .set({ paidAt: settledAt, paymentId })
      .where(and(eq(verifications.id, payment.verificationId), isNull(verifications.paidAt)))
      .returning({ certificateId: verifications.certificateId })
      .get();
    if (paid) carryVerifications(tx, paid.certificateId);
    logVerification(tx, paymentId);
  });
}

async function charge(verificationId: string, card: Card) {
  // Do not start a payment that cannot be settled.
  requireWritableLog();
  const { name, charge: send } = gateway();
  const payment = {
    id: newId(),
    verificationId,
    state: 'intent' as const,
    amountMinor: env.VERIFICATION_FEE_CENTS,
    currency: 'USD' as const,
    cardBrand: cardBrand(card.number),
    cardLast4: card.number.slice(-4),
    gateway: name,
    createdAt: now(),
  };
  // The intent is on disk before the gateway is called, so that the next start finds it after a crash.
  db.insert(payments).values(payment).run();
  const outcome = await send({
    paymentId: payment.id,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    card,
  });
  settlePayment(payment.id, outcome);
  if (outcome.state === 'declined') throw new AppError('payment-declined', outcome.message);
}

const hasNoUniqueId = (input: unknown) => {
  if (typeof input !== 'object' || input === null || !('uniqueId' in input)) return true;
  return input.uniqueId === undefined || input.uniqueId === null || input.uniqueId === '';
};

/**
 * Charges the fee of one verification and returns the certificate. A paid verification is returned again for free: whatever
 * the number of requests, it is charged at most once.
 * @param input {uniqueId, cardNumber, expiryMonth, expiryYear, cvCode}; no earlier look-up is needed
 * @param idempotencyKey the same key with the same input returns the same result
 * @throws AppError unauthenticated; invalid 'No uniqueId found. Please verify certificate first.' or naming a field; not-
 *   found; payment-declined with the gateway's message; rate-limited; unprocessable
 */
export async function payVerification(
  actor: Actor,
  input: unknown,
  idempotencyKey?: string | null,
): Promise<PaidVerification> {
  requireMember(actor);
  if (hasNoUniqueId(input)) throw invalid(NO_UNIQUE_ID);
  const { uniqueId, ...card } = parseInput(payVerificationSchema(now()), input, 'Please fill in all fields');
  const certificate = certificateToVerify(uniqueId);
  if (!certificate) {
    // Otherwise payments would bypass the limit of look-ups.
    await limit(actor, 'look-ups');
    throw notFound(INVALID_CERTIFICATE);
  }
  const verification = verificationFor(actor, certificate);
  const key = idempotentCall(actor.user.id, 'cert/verify/payment', idempotencyKey, {
    uniqueId: certificate.uniqueId,
    card: cardFingerprint(card),
  });
  const pay = async () => {
    transaction((tx) => priorResult(tx, key));
    // Payments of one verification run one at a time, so an open one means that the gateway failed earlier.
    await settleOpenPayments(verification.id);
    if (!paymentOf(verification.id)) {
      await limit(actor, 'payments');
      await charge(verification.id, {
        number: card.cardNumber,
        expiryMonth: Number(card.expiryMonth),
        expiryYear: 2000 + Number(card.expiryYear),
        code: card.cvCode,
      });
    }
    return paidVerification(actor, certificate.id, verification.id, key);
  };
  const payOnce = () => oneAtATime(verification.id, pay);
  // With one key for two certificates, the second payment must see the first.
  return key ? oneAtATime(key.key, payOnce) : payOnce();
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

function paidVerification(
  actor: Member,
  certificateId: string,
  verificationId: string,
  key: ReturnType<typeof idempotentCall>,
): PaidVerification {
  const payment = paymentOf(verificationId);
  if (!payment) throw new Error('A payment succeeded and is not there');
  if (key) {
    transaction((tx) => {
      if (!priorResult(tx, key)) rememberResult(tx, key, payment.id);
    });
  }
  return { certificate: certificateById(actor, certificateId), payment };
}

/** Asks the gateway for the outcome of open payments, of one verification or all, and settles them. */
async function settleOpenPayments(verificationId?: string) {
  const ofOne = verificationId === undefined ? undefined : eq(payments.verificationId, verificationId);
  const open = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.state, 'intent'), ofOne))
    .all();
  for (const { id } of open) {
    const outcome = await gateway().find(id);
    settlePayment(id, outcome);
    log.warn({ payment: id, outcome: outcome?.state ?? 'never arrived' }, 'open payment reconciled');
  }
}

/** Settles the payments that a crash left open. Runs at start, before requests are served. */
export const reconcilePayments = () => settleOpenPayments();
