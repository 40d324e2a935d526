import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { buyerSchema } from '#app/accounts/account.schema.server.ts';
import type { Actor, Member } from '#app/accounts/actor.server.ts';
import { type BillingDetails, billingDetails } from '#app/accounts/own-details.server.ts';
import { env } from '#app/config/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { paymentEvents, payments } from '#db/schema/payments.ts';
import { t } from '#messages';
import { cardBrand } from './card.schema.ts';
import type { Card, Gateway } from './gateway.ts';
import { gatewayNamed } from './gateways.server.ts';
import { type Item, type PaymentRow, paymentById } from './payment.server.ts';
import { settlePayment } from './settle-payment.server.ts';

/** How long a checkout stays open. Stripe accepts 30 minutes to 24 hours. */
export const CHECKOUT_MS = 60 * 60_000;

export const processingTexts = () => t('startPayment.yourPaymentIsBeingProcessed');

export type Purchase = {
  item: Item;
  payer: Member['user'];
  amountMinor: number;
  description: string;
  /** Paths of this site: where the payer returns to, with `payment` in the query, and where cancelling leads. */
  returnPath: string;
  cancelPath: string;
  /** Whether an open payment can be resumed, for example because its price is unchanged. By default it always can. */
  isCurrent?: (open: PaymentRow) => boolean;
  /** Runs in the transaction that creates the payment. */
  onCreated?: (tx: Transaction, paymentId: string) => void;
};

export type PaymentInput = {
  gateway: Gateway;
  /** Set for a gateway that takes cards. */
  card: Card | null;
  /** For the receipt. */
  buyer: BillingDetails;
};

/** SQL condition for the payments of an account for an item. */
export const paymentsFor = (payerId: string, item: Item): SQL | undefined =>
  and(
    eq(payments.payerId, payerId),
    'verificationId' in item
      ? eq(payments.verificationId, item.verificationId)
      : eq(payments.courseId, item.courseId),
  );

/** The payment of a purchase without an outcome yet. */
export const openPaymentFor = ({ payer, item }: Purchase): PaymentRow | undefined =>
  db()
    .select()
    .from(payments)
    .where(and(paymentsFor(payer.id, item), inArray(payments.state, ['created', 'pending'])))
    .get();

/**
 * Asks the gateway about the open payment of a purchase, and settles it if it is over. Closes a checkout that is not current or
 * belongs to another gateway than the chosen one, so that only one checkout can be paid. A checkout that stays open gets the
 * buyer's latest details.
 * @returns the payment if it is still open, with its checkout's URL
 * @throws AppError busy when the gateway does not respond; conflict while the payer's bank is processing it
 */
export async function refreshOpenPayment(
  purchase: Purchase,
  { gateway: chosen, buyer }: Pick<PaymentInput, 'gateway' | 'buyer'>,
): Promise<PaymentRow | undefined> {
  const open = openPaymentFor(purchase);
  if (!open) return undefined;
  const gateway = gatewayNamed(open.gateway);
  const resumes = gateway === chosen && (purchase.isCurrent?.(open) ?? true);
  // A gateway that is no longer configured cannot be asked.
  const outcome = gateway ? await (resumes ? gateway.find(open) : gateway.cancel(open)) : null;
  settlePayment(open.id, outcome);
  const left = openPaymentFor(purchase);
  if (left && (left.checkoutUrl === null || !resumes)) throw new AppError('conflict', processingTexts());
  if (left) {
    const changed = { buyerCompany: buyer.company, buyerTaxId: buyer.taxId };
    transaction((tx) => tx.update(payments).set(changed).where(eq(payments.id, left.id)).run());
  }
  return left;
}

/**
 * Makes or starts a payment. Call this with the purchase's lock, after `refreshOpenPayment`.
 * @returns the payment with its outcome: paid, pending with a checkout, failed or refunded
 * @throws AppError busy when the gateway does not respond
 */
export async function startPayment(
  { item, payer, amountMinor, description, returnPath, cancelPath, onCreated }: Purchase,
  { gateway, card, buyer }: PaymentInput,
): Promise<PaymentRow> {
  const id = newId();
  const createdAt = now();
  // Committed before the gateway is called, so that a crash in between can be repaired (decision 0003).
  transaction((tx) => {
    tx.insert(payments)
      .values({
        id,
        payerId: payer.id,
        ...item,
        state: 'created',
        amountMinor,
        currency: 'USD',
        cardBrand: card && cardBrand(card.number),
        cardLast4: card?.number.slice(-4) ?? null,
        gateway: gateway.name,
        buyerCompany: buyer.company,
        buyerTaxId: buyer.taxId,
        createdAt,
      })
      .run();
    tx.insert(paymentEvents).values({ paymentId: id, state: 'created', at: createdAt }).run();
    onCreated?.(tx, id);
  });
  try {
    const outcome = await gateway.startCheckout({
      paymentId: id,
      amountMinor,
      currency: 'USD',
      description,
      email: payer.email,
      card,
      returnUrl: `${env().APP_URL}${returnPath}?payment=${id}`,
      cancelUrl: `${env().APP_URL}${cancelPath}`,
      expiresAt: createdAt + CHECKOUT_MS,
    });
    settlePayment(id, outcome);
  } catch (error) {
    // A checkout whose response was lost cannot be paid, because the payer does not know its URL.
    if (gateway.hasOwnPage && error instanceof AppError) {
      settlePayment(id, { state: 'failed', reference: null, message: error.message });
    }
    throw error;
  }
  const payment = paymentById(id);
  if (!payment) throw new Error('A settled payment does not exist');
  return payment;
}

/** The buyer's details for the receipt. Those that are not given come from the account. */
export function buyerOf(actor: Actor, { company, taxId }: z.output<typeof buyerSchema>): BillingDetails {
  const known = billingDetails(actor);
  return {
    company: company === undefined ? known.company : company,
    taxId: taxId === undefined ? known.taxId : taxId,
  };
}
