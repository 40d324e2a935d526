import type { GatewayName } from '#app/config/payments.server.ts';
import { t } from '#messages';

/** A card with valid fields. It exists during one call and is never stored, logged or put into an error. */
export type Card = { number: string; expiryMonth: number; expiryYear: number; code: string };

/** Names of the gateways for payers. */
const gatewayNames = (): Record<string, string> => ({
  sandbox: t('gateway.testCard'),
  stripe: t('gateway.stripe'),
  invoice: t('common.credit'),
});

/** A gateway's name for payers, or the gateway itself if it has none. */
export const gatewayName = (gateway: string): string => gatewayNames()[gateway] ?? gateway;

/** The note on payments with a test card. */
export const testPayment = () => t('gateway.testPaymentNoMoneyWasTaken');

/** Whether a payment through this gateway took no money. */
export const isTestPayment = (gateway: string) => gateway === 'sandbox';

/** The state of a payment at its gateway. */
export type Outcome =
  /** A checkout is open, at `url` for the payer. Without `url`, the payer's bank is still processing it. */
  | { state: 'pending'; checkoutReference: string; url: string | null }
  /** `reference` is the gateway's ID of the charge. */
  | { state: 'paid'; reference: string; amountMinor: number; currency: string }
  /** `message` is a stored reason, or the gateway's own text. */
  | { state: 'failed'; reference: string | null; message: string }
  | { state: 'expired' }
  /** `refundedMinor` is the sum of all refunds so far. */
  | { state: 'refunded'; refundedMinor: number }
  /** An inquiry takes no money and may become a dispute. */
  | { state: 'disputed'; status: 'inquiry' | 'open' | 'won' | 'lost'; amountMinor: number };

/** The data that a gateway needs to find a payment. */
export type GatewayPayment = {
  id: string;
  amountMinor: number;
  checkoutReference: string | null;
  gatewayReference: string | null;
};

export type Checkout = {
  paymentId: string;
  /** In minor units. */
  amountMinor: number;
  currency: 'USD';
  /** Shown on the payer's bank statement. */
  description: string;
  email: string | null;
  /** Null for a gateway that asks for the card on its own page. */
  card: Card | null;
  /** Where the gateway sends the payer after the payment, or after cancelling. */
  returnUrl: string;
  cancelUrl: string;
  /** When the checkout closes, in ms since the epoch. */
  expiresAt: number;
};

/** A verified webhook event. `subject` is null if it is not about one of our payments. */
export type GatewayEvent = { id: string; subject: { paymentId: string; outcome: Outcome } | null };

/** A payment gateway. PAYMENT_GATEWAY selects the gateways in use. */
export type Gateway = {
  name: GatewayName;
  /** Whether payers are really charged. If not, payment pages say so. */
  live: boolean;
  /** Whether the payer enters the card on our page. */
  takesCards: boolean;
  /** Whether the payer pays on the gateway's page. */
  hasOwnPage: boolean;
  /**
   * Requires that the payer's funds cover a payment. Attempts are not rate-limited for gateways with this check.
   * @throws AppError payment-declined; conflict where payments are turned off
   */
  requireFunds?(payerId: string, amountMinor: number): void;
  /**
   * Starts a checkout, or charges the given card. A repeated call with the same `paymentId` returns the first outcome.
   * @throws AppError busy when the gateway does not respond
   */
  startCheckout(checkout: Checkout): Promise<Outcome>;
  /**
   * The outcome of a payment whose response was lost. Null if the gateway never received it.
   * @throws AppError busy when the gateway does not respond
   */
  find(payment: GatewayPayment): Promise<Outcome | null>;
  /**
   * Closes an open checkout, so that it can no longer be paid. Returns the payment's outcome.
   * @throws AppError busy when the gateway does not respond
   */
  cancel(payment: GatewayPayment): Promise<Outcome | null>;
  /**
   * Refunds the whole amount. Repeated calls refund it once.
   * @param attemptKey the same for a repeated call after an unknown outcome, and a new one after a rejection
   * @throws AppError conflict when the gateway rejects the refund; busy when it does not respond
   */
  refund(payment: GatewayPayment, attemptKey: string): Promise<void>;
  /**
   * Verifies and parses a webhook's raw body.
   * @throws AppError invalid for a wrong or stale signature; not-found for a gateway without webhooks
   */
  readWebhook(body: Uint8Array, signature: string | null): Promise<GatewayEvent>;
};
