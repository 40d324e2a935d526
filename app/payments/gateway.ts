/** A typed card of valid shape. It exists during one call and is never stored, logged or put into an error. */
export type Card = { number: string; expiryMonth: number; expiryYear: number; code: string };

/** The outcome of a charge. `reference` is the gateway's own identifier. */
export type ChargeOutcome =
  | { state: 'succeeded'; reference: string }
  | { state: 'declined'; reference: string; message: string };

/** A payment gateway. One implementation per provider; PAYMENT_GATEWAY selects it. */
export type Gateway = {
  name: string;
  /** Whether it accepts real cards; the payment page says so when it does not. */
  live: boolean;
  /**
   * Charges a card once per `paymentId`; a repeated call returns the first outcome.
   * @param amountMinor in the currency's minor unit
   */
  charge(request: {
    paymentId: string;
    amountMinor: number;
    currency: 'USD';
    card: Card;
  }): Promise<ChargeOutcome>;
  /** The outcome of a charge whose response was lost, or null when the charge never arrived. */
  find(paymentId: string): Promise<ChargeOutcome | null>;
};
