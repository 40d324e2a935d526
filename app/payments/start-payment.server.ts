import { and, eq, inArray } from 'drizzle-orm';
import type { Member } from '#app/accounts/actor.server.ts';
import { env } from '#app/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { db, transaction } from '#db/client.ts';
import { paymentEvents } from '#db/schema/payments.ts';
import { payments } from '#db/schema/verification.ts';
import { cardBrand } from './card.schema.ts';
import type { Card, Gateway } from './gateway.ts';
import { gatewayNamed } from './gateways.server.ts';
import { paymentById } from './payment-state.server.ts';
import { settlePayment } from './settle-payment.server.ts';
import type { PaymentRow } from './subjects.server.ts';

/** How long a checkout stays open. Stripe accepts 30 minutes to 24 hours. */
const CHECKOUT_MS = 60 * 60_000;

export const PROCESSING = 'Your payment is being processed. You need not do anything more.';

/** What is paid for. */
type For = { verificationId: string };

export type Purchase = For & {
  payer: Member['user'];
  amountMinor: number;
  description: string;
  gateway: Gateway;
  /** For a gateway that takes cards. */
  card: Card | null;
  /** Paths of this site: where the payer comes back to, with `payment` in the query, and where leaving leads. */
  returnPath: string;
  cancelPath: string;
};

const openPaymentFor = ({ verificationId }: For): PaymentRow | undefined =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.verificationId, verificationId), inArray(payments.state, ['created', 'pending'])))
    .get();

/**
 * Asks the gateway about the open payment of one thing, and settles it if it is over. A checkout at another gateway than the
 * chosen one is closed, so that only one can be paid.
 * @returns the payment if it is still open, with its checkout's address
 * @throws AppError busy when the gateway does not answer; conflict while the payer's bank is at work
 */
export async function refreshOpenPayment(what: For, chosen: Gateway): Promise<PaymentRow | undefined> {
  const open = openPaymentFor(what);
  if (!open) return undefined;
  const gateway = gatewayNamed(open.gateway);
  // A gateway that is configured no longer can't be asked.
  const outcome = gateway ? await (gateway === chosen ? gateway.find(open) : gateway.cancel(open)) : null;
  settlePayment(open.id, outcome);
  const left = openPaymentFor(what);
  if (left && (left.checkoutUrl === null || left.gateway !== chosen.name)) {
    throw new AppError('conflict', PROCESSING);
  }
  return left;
}

/**
 * Makes or starts one payment. Run it in `serialize`, after `refreshOpenPayment`.
 * @returns the payment with its outcome: paid, pending with a checkout, failed or refunded
 * @throws AppError busy when the gateway does not answer
 */
export async function startPayment(purchase: Purchase): Promise<PaymentRow> {
  const { verificationId, payer, amountMinor, description, gateway, card, returnPath, cancelPath } = purchase;
  const id = newId();
  const createdAt = now();
  // On disk before the gateway is called, so that a crash in between can be made good (decision 0003).
  transaction((tx) => {
    tx.insert(payments)
      .values({
        id,
        payerId: payer.id,
        verificationId,
        state: 'created',
        amountMinor,
        currency: 'USD',
        cardBrand: card && cardBrand(card.number),
        cardLast4: card?.number.slice(-4) ?? null,
        gateway: gateway.name,
        createdAt,
      })
      .run();
    tx.insert(paymentEvents).values({ paymentId: id, state: 'created', at: createdAt }).run();
  });
  try {
    const outcome = await gateway.startCheckout({
      paymentId: id,
      amountMinor,
      currency: 'USD',
      description,
      email: payer.email,
      card,
      returnUrl: `${env.APP_URL}${returnPath}?payment=${id}`,
      cancelUrl: `${env.APP_URL}${cancelPath}`,
      expiresAt: createdAt + CHECKOUT_MS,
    });
    settlePayment(id, outcome);
  } catch (error) {
    // Nobody has the address of a checkout whose answer was lost, so nobody can pay it.
    if (!gateway.takesCards && error instanceof AppError) {
      settlePayment(id, { state: 'failed', reference: null, message: error.message });
    }
    throw error;
  }
  const payment = paymentById(id);
  if (!payment) throw new Error('A payment was settled and is not there');
  return payment;
}
