/** Stripe's limits for one charge in US dollars, in cents (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const LOWEST_CHARGE_CENTS = 50;
export const HIGHEST_CHARGE_CENTS = 99_999_999;
