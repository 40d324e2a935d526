import { createHmac } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Member } from '#app/accounts/actor.server.ts';
import { limit, limitFailures } from '#app/accounts/rate-limits.server.ts';
import { withLock } from '#app/processes/other-processes.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { type IdempotentCall, priorResult, rememberResult } from '#app/shared/idempotency.server.ts';
import { deriveKey } from '#app/shared/ids.server.ts';
import { db, transaction } from '#db/client.ts';
import { paymentEvents, refunds } from '#db/schema/payments.ts';
import { t } from '#messages';
import { cardLabels, type cardSchema } from './card.schema.ts';
import type { Card, Gateway } from './gateway.ts';
import { type Payment, type PaymentRow, paymentById, toPayment } from './payment.server.ts';
import type { PaymentInput, Purchase } from './start-payment.server.ts';
import { openPaymentFor, processingTexts, refreshOpenPayment, startPayment } from './start-payment.server.ts';
import { reasonText } from './stored-reasons.ts';

/** The error for a payment that was refunded on arrival. */
function refundedAtOnce({ id }: Pick<PaymentRow, 'id'>): AppError {
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

export const paidTexts = () => t('pay.paymentSuccessful');
export const continueTexts = () => t('pay.continueAtThePaymentPage');
const fillInAll = () => t('common.pleaseFillInAllFields');

/** The parsed fields of a card. */
export const cardOf = (fields: z.output<ReturnType<typeof cardSchema>>): Card => ({
  number: fields.cardNumber,
  expiryMonth: Number(fields.expiryMonth),
  expiryYear: 2000 + Number(fields.expiryYear),
  code: fields.cvCode,
});

/** @throws AppError invalid, naming the fields, when a gateway that takes cards gets none */
export function requireCard(gateway: Gateway, card: Card | null) {
  if (!gateway.takesCards || card) return;
  const fields = Object.entries(cardLabels()).map(([name, label]) => [
    name,
    [t('common.labelIsRequired', { label })],
  ]);
  throw invalid(fillInAll(), Object.fromEntries(fields));
}

/**
 * Fingerprint that decides whether two payments with one Idempotency-Key match. It is an HMAC with a key outside the database,
 * because a plain hash of a card number could be reversed by trying all numbers. It leaves out the CV code, which is never
 * stored.
 */
export const cardFingerprint = ({ number, expiryMonth, expiryYear }: Card) =>
  createHmac('sha256', deriveKey('payment-idempotency'))
    .update(JSON.stringify([number, expiryMonth, expiryYear]))
    .digest('base64url');

/** `started`: the payer completes the payment at the gateway. */
export type PaymentResult =
  | { kind: 'paid'; payment: Payment }
  | { kind: 'started'; checkoutUrl: string; payment: Payment };

/** An item that a payer pays for once. */
type Payable = Purchase & {
  /** The payment that settled it, or null while it is unpaid. */
  paid: () => Payment | null;
  /** Throws if a payment could not be settled now. */
  requireReady?: () => void;
};

/** Runs the work while no other work on the same purchase runs. */
function withPurchaseLock<Result>({ item, payer }: Purchase, work: () => Promise<Result>): Promise<Result> {
  const id = 'verificationId' in item ? item.verificationId : `${payer.id} ${item.courseId}`;
  return withLock(`payment ${id}`, work);
}

/**
 * Closes the open payment of a purchase that no longer needs one.
 * @throws AppError busy when the gateway does not respond; conflict while the payer's bank is processing it
 */
export const closeOpenPayment = (purchase: Purchase, input: Pick<PaymentInput, 'gateway' | 'buyer'>) =>
  withPurchaseLock(purchase, () => refreshOpenPayment({ ...purchase, isCurrent: () => false }, input));

/**
 * Makes a payment. With a gateway that has its own payment page, starts it or resumes the open one. Charges
 * the payer at most once, also for concurrent requests.
 * @param key the same key with the same input never charges again, even after a refund
 * @throws AppError payment-declined with the gateway's message; rate-limited; unprocessable; busy when the gateway does not
 *   respond; conflict while a bank is processing it, or when the payment is refunded on arrival
 */
export function payOnce(
  actor: Member,
  payable: Payable,
  input: PaymentInput,
  key: IdempotentCall | null,
): Promise<PaymentResult> {
  /** Counts attempts whose outcome cannot be settled, because each costs the server as much. */
  const refresh = async () =>
    openPaymentFor(payable) &&
    limitFailures(
      actor,
      'payments',
      () => refreshOpenPayment(payable, input),
      (error) => !(error instanceof AppError),
    );
  const pay = async (): Promise<PaymentResult> => {
    const before = chargedBefore(key);
    if (before) return { kind: 'paid', payment: before };
    // Payments for one item run one at a time, so a `created` one means that the gateway failed earlier.
    let payment = await refresh();
    // The gateway may just have reported the outcome of a payment that an earlier call with this key started.
    const refreshed = chargedBefore(key);
    if (refreshed) return { kind: 'paid', payment: refreshed };
    if (!payment && !payable.paid()) {
      const { gateway } = input;
      if (gateway.requireFunds) gateway.requireFunds(actor.user.id, payable.amountMinor);
      else await limit(actor, 'payments');
      payable.requireReady?.();
      payment = await startPayment(payable, input);
    }
    const paid = payable.paid();
    if (paid) {
      remember(key, paid.id);
      return { kind: 'paid', payment: paid };
    }
    // It is being refunded. The same call must not charge again.
    if (payment?.state === 'refunded') remember(key, payment.id);
    const started = requireCheckout(payment);
    remember(key, started.id);
    return { kind: 'started', checkoutUrl: started.checkoutUrl, payment: toPayment(started) };
  };
  const serialized = () => withPurchaseLock(payable, pay);
  // With one key for two items, the second payment must see the first.
  return key ? withLock(`payment key ${key.key}`, serialized) : serialized();
}

/**
 * Requires a payment that its payer can complete at the gateway.
 * @throws AppError payment-declined; conflict
 */
function requireCheckout(payment: PaymentRow | undefined): PaymentRow & { checkoutUrl: string } {
  if (payment?.state === 'failed')
    throw new AppError(
      'payment-declined',
      payment.failureMessage ? reasonText(payment.failureMessage) : t('pay.itFailed'),
    );
  if (payment?.state === 'refunded') throw refundedAtOnce(payment);
  const checkoutUrl = payment?.checkoutUrl;
  if (!payment || !checkoutUrl) throw new AppError('conflict', processingTexts());
  return { ...payment, checkoutUrl };
}

const remember = (key: IdempotentCall | null, paymentId: string) =>
  transaction((tx) => rememberResult(tx, key, paymentId));
