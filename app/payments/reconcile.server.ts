import { and, asc, eq, gt, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { GatewayName } from '#app/config/payments.server.ts';
import { every, forEachRowInTurn, startPeriodic } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { log } from '#app/shared/log.server.ts';
import { db, deleteSome, essentialTransaction } from '#db/client.ts';
import { gatewayEvents, payments, refunds } from '#db/schema/payments.ts';
import { gatewayNamed, gateways } from './gateways.server.ts';
import { isOpen, type PaymentRow, paymentById } from './payment.server.ts';
import { settlePayment } from './settle-payment.server.ts';
import { CHECKOUT_MS } from './start-payment.server.ts';

/**
 * Settles the payment that a webhook's event is about. Ignores events that are not about our payments.
 * @param body the raw, signed body
 * @throws AppError not-found for a gateway that is not configured; invalid for a wrong or stale signature; busy
 */
export async function receiveEvent(name: GatewayName, body: Uint8Array, signature: string | null) {
  const gateway = gatewayNamed(name);
  if (!gateway) throw notFound();
  const { id, subject } = await gateway.readWebhook(body, signature);
  if (!subject) return;
  const { paymentId, outcome } = subject;
  const payment = paymentById(paymentId);
  // An event about a charge may arrive before the one about its checkout.
  const isLater = outcome.state === 'refunded' || outcome.state === 'disputed';
  if (payment && isOpen(payment) && isLater) await askGateway(payment);
  settlePayment(paymentId, outcome, `${name} ${id}`);
}

const EVERY_MS = 60_000;
/** How long to wait for the payer before asking the gateway about an open payment, and before asking again. */
const CHECK_AFTER_MS = 5 * 60_000;
const AT_ONCE = 20;
/** Payments to settle before requests are served. They take a second. */
const MOST_AT_START = 500;
/** Longer than a call of a gateway without its own payment page. */
const CALL_MS = 60_000;
const KEEP_EVENTS_MS = 30 * 24 * 3_600_000;
/** Pauses after failed attempts to refund. The last one repeats. */
const REFUND_PAUSES_MS = [60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 12 * 3_600_000];

const OPEN = inArray(payments.state, ['created', 'pending']);

/**
 * Asks a payment's gateway for its outcome and settles it. If the gateway is no longer configured, the payment expires with its
 * checkout, so that it frees its coupon. Money that arrives later still settles it.
 * @throws AppError busy when the gateway does not respond
 */
export async function askGateway(payment: PaymentRow) {
  const gateway = gatewayNamed(payment.gateway);
  if (!gateway) {
    if (payment.createdAt < now() - CHECKOUT_MS) settlePayment(payment.id, { state: 'expired' });
    return;
  }
  const outcome = await gateway.find(payment);
  settlePayment(payment.id, outcome);
  log.info({ payment: payment.id, outcome: outcome?.state ?? 'never arrived' }, 'open payment reconciled');
}

/**
 * Settles some payments that a crash left open at a gateway without its own payment page.
 * @returns the `seq` of the last one, or null without any
 */
async function reconcileSome(which: SQL | undefined, limit: number): Promise<number | null> {
  const names = gateways().flatMap(({ name, hasOwnPage }) => (hasOwnPage ? [] : [name]));
  const open = db()
    .select()
    .from(payments)
    .where(and(OPEN, inArray(payments.gateway, names), which))
    .orderBy(asc(payments.seq))
    .limit(limit)
    .all();
  await forEachRowInTurn('open payments', open, ({ id }) => id, askGateway);
  return open.at(-1)?.seq ?? null;
}

/** Settles payments that a crash left open. Runs at start, before requests are served, and leaves the rest of many to the background. */
export const reconcilePayments = () => reconcileSome(undefined, MOST_AT_START);

/** Settles those that the start has left, in steps. Those of calls that may still run are left to `checkOpenPayments`. */
function createReconciliation() {
  let last = 0;
  return async () => {
    const left = and(gt(payments.seq, last), lt(payments.createdAt, now() - CALL_MS));
    const settled = await reconcileSome(left, AT_ONCE);
    last = settled ?? last;
    return settled === null ? null : 0;
  };
}

/** Asks about payments that have been open for a while, whose payer or webhook may never come. */
export async function checkOpenPayments() {
  const before = now() - CHECK_AFTER_MS;
  const due = db()
    .select()
    .from(payments)
    .where(and(OPEN, lt(payments.checkedAt, before), lt(payments.createdAt, before)))
    .orderBy(asc(payments.checkedAt))
    .limit(AT_ONCE)
    .all();
  await forEachRowInTurn(
    'open payments',
    due,
    ({ id }) => id,
    async (payment) => {
      // First, so that a payment that fails lets others go first.
      essentialTransaction((tx) =>
        tx.update(payments).set({ checkedAt: now() }).where(eq(payments.id, payment.id)).run(),
      );
      await askGateway(payment);
    },
  );
}

const pendingRefunds = (which: SQL | undefined) =>
  db()
    .select({ payment: payments, attempts: refunds.attempts })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(isNull(refunds.completedAt), which))
    .orderBy(asc(refunds.nextAttemptAt))
    .limit(AT_ONCE)
    .all();

/** The key of the current attempt. It is committed before the gateway sees it, so that a crash keeps it. */
const attemptKeyOf = (paymentId: string): string =>
  essentialTransaction((tx) => {
    const [refund] = tx
      .update(refunds)
      .set({ attemptKey: sql`coalesce(${refunds.attemptKey}, ${newId()})` })
      .where(eq(refunds.paymentId, paymentId))
      .returning({ key: refunds.attemptKey })
      .all();
    if (!refund?.key) throw new Error('No refund of this payment was ordered');
    return refund.key;
  });

/** @returns whether the gateway made the refund */
async function send({ payment, attempts }: { payment: PaymentRow; attempts: number }): Promise<boolean> {
  const gateway = gatewayNamed(payment.gateway);
  let completedAt: number | null = null;
  let isRefused = false;
  try {
    if (!gateway) throw new Error(`The gateway ${payment.gateway} is not configured`);
    await gateway.refund(payment, attemptKeyOf(payment.id));
    completedAt = now();
  } catch (error) {
    isRefused = error instanceof AppError && error.code === 'conflict';
    log.error({ err: error, payment: payment.id, alert: true }, 'a refund failed and will be retried');
  }
  const pause = REFUND_PAUSES_MS[Math.min(attempts, REFUND_PAUSES_MS.length - 1)] ?? 0;
  essentialTransaction((tx) =>
    tx
      .update(refunds)
      .set({
        completedAt,
        attempts: sql`${refunds.attempts} + 1`,
        nextAttemptAt: now() + pause,
        ...(isRefused && { attemptKey: null }),
      })
      .where(and(eq(refunds.paymentId, payment.id), isNull(refunds.completedAt)))
      .run(),
  );
  return completedAt !== null;
}

/** Sends due refunds to their gateways. Failed ones are retried later. */
export async function sendRefunds() {
  const due = pendingRefunds(lte(refunds.nextAttemptAt, now()));
  await forEachRowInTurn(
    'refunds',
    due,
    ({ payment }) => payment.id,
    async (refund) => void (await send(refund)),
  );
}

/**
 * Sends one payment's refund now. If it fails, it is retried later.
 * @returns false if it failed
 */
export async function sendRefundOf(paymentId: string): Promise<boolean> {
  const [due] = pendingRefunds(eq(refunds.paymentId, paymentId));
  return due ? send(due) : true;
}

/** Deletes the IDs of old webhook events. Gateways repeat an event for a few days only. */
export const sweepGatewayEvents = (limit: number) =>
  deleteSome(gatewayEvents, lt(gatewayEvents.receivedAt, now() - KEEP_EVENTS_MS), limit);

/** Asks about open payments and sends refunds in the background. Returns a function that stops it. */
export function startReconciling(): () => Promise<void> {
  const pauses = { afterFailureMs: EVERY_MS };
  const stops = [checkOpenPayments, sendRefunds].map((work) => every(EVERY_MS, work, pauses)('payments'));
  stops.push(startPeriodic('payments', createReconciliation(), EVERY_MS));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
