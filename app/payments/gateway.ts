/** A card as it was typed, checked for its shape. It lives for one call and is never stored, logged or put into an error. */
export type Card = { number: string; expiryMonth: number; expiryYear: number; code: string };

/** What a gateway says of a charge. `reference` is its own name for it. */
export type ChargeOutcome =
  | { state: 'succeeded'; reference: string }
  | { state: 'declined'; reference: string; message: string };

/** What stands between a verification and money. One implementation a provider; PAYMENT_GATEWAY chooses. */
export type Gateway = {
  name: string;
  /** Whether it takes real cards; the payment page says so when it does not. */
  live: boolean;
  /**
   * Charges a card once for each `paymentId`: asked again with the same one, it answers what it answered before.
   * @param amountMinor in the currency's minor unit
   */
  charge(request: {
    paymentId: string;
    amountMinor: number;
    currency: 'USD';
    card: Card;
  }): Promise<ChargeOutcome>;
  /** What became of a charge whose answer was lost, or null when it never arrived. */
  find(paymentId: string): Promise<ChargeOutcome | null>;
};
