/** Stripe's limits for one charge in US dollars, in cents (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const LOWEST_CHARGE_CENTS = 50;
export const HIGHEST_CHARGE_CENTS = 99_999_999;

/** Formats minor units (cents): 420000 is '$4200', 1250 is '$12.50'. */
export const formatUsd = (amountMinor: number) =>
  `$${amountMinor % 100 === 0 ? amountMinor / 100 : (amountMinor / 100).toFixed(2)}`;

/** Converts minor units (cents) to the API's dollars. */
export const toDollars = (amountMinor: number) => amountMinor / 100;
