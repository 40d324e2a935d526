export { parseUsd as parsePrice } from '#app/shared/entered-numbers.ts';

/** Formats an amount for `parsePrice`: '49' or '49.99'. */
export const priceText = (cents: number) =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
