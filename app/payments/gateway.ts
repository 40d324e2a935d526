/** A typed card of valid shape. It exists during one call and is never stored, logged or put into an error. */
export type Card = { number: string; expiryMonth: number; expiryYear: number; code: string };

export const GATEWAYS = ['sandbox', 'stripe', 'invoice'] as const;
export type GatewayName = (typeof GATEWAYS)[number];

/** The gateways as payers know them. */
export const GATEWAY_NAMES: Record<string, string> = {
  sandbox: 'Test card',
  stripe: 'Stripe',
  invoice: 'Credit',
};

/** What a gateway says about a payment. */
export type Outcome =
  /** A checkout is open, at `url` for the payer; without one, the payer's bank is still at work. */
  | { state: 'pending'; checkoutReference: string; url: string | null }
  /** `reference` is the gateway's own ID of the charge. */
  | { state: 'paid'; reference: string; amountMinor: number; currency: string }
  | { state: 'failed'; reference: string | null; message: string }
  | { state: 'expired' }
  /** `refundedMinor` is the sum of all refunds so far. */
  | { state: 'refunded'; refundedMinor: number }
  /** An inquiry takes no money and may become a dispute. */
  | { state: 'disputed'; status: 'inquiry' | 'open' | 'won' | 'lost'; amountMinor: number };

/** What a gateway needs to know of a payment that it was told about. */
export type GatewayPayment = {
  id: string;
  amountMinor: number;
  checkoutReference: string | null;
  gatewayReference: string | null;
};

export type Checkout = {
  paymentId: string;
  /** In the currency's minor unit. */
  amountMinor: number;
  currency: 'USD';
  /** For the payer's statement. */
  description: string;
  email: string | null;
  /** Null where the gateway asks for the card on its own page. */
  card: Card | null;
  /** Where the gateway sends the payer after the payment, and after leaving it. */
  returnUrl: string;
  cancelUrl: string;
  /** When the checkout closes, ms since the epoch. */
  expiresAt: number;
};

/** A verified webhook event; `subject` is null for an event that does not concern us. */
export type GatewayEvent = { id: string; subject: { paymentId: string; outcome: Outcome } | null };

/** A payment gateway. PAYMENT_GATEWAY selects the ones in use. */
export type Gateway = {
  name: GatewayName;
  /** Whether payers are charged; payment pages say so when they are not. */
  live: boolean;
  /** Whether the payer types the card on our page instead of the gateway's. */
  takesCards: boolean;
  /** Whether the payer pays on a page of the gateway. */
  hasOwnPage: boolean;
  /**
   * Refuses a payment that the payer's funds do not cover. Attempts are not limited where it is given.
   * @throws AppError payment-declined
   */
  requireFunds?(payerId: string, amountMinor: number): void;
  /**
   * Starts a payment, or makes it where the card is ours. A repeated call with one `paymentId` returns the first outcome.
   * @throws AppError busy when the gateway does not answer
   */
  startCheckout(checkout: Checkout): Promise<Outcome>;
  /**
   * What became of a payment whose answer was lost; null when it never arrived.
   * @throws AppError busy when the gateway does not answer
   */
  find(payment: GatewayPayment): Promise<Outcome | null>;
  /**
   * Closes an open checkout, so that it cannot be paid any more. Returns what became of the payment.
   * @throws AppError busy when the gateway does not answer
   */
  cancel(payment: GatewayPayment): Promise<Outcome | null>;
  /**
   * Gives the whole amount back, once however often it is called.
   * @param attemptKey the same for a repeated call after an unknown outcome, and a new one after a refusal
   * @throws AppError conflict when the gateway refuses; busy when it does not answer
   */
  refund(payment: GatewayPayment, attemptKey: string): Promise<void>;
  /**
   * Reads a webhook's raw body.
   * @throws AppError invalid for a bad or stale signature; not-found where the gateway sends no webhooks
   */
  readWebhook(body: Uint8Array, signature: string | null): Promise<GatewayEvent>;
};
