import { forReader } from '#app/messages/formats.ts';

const amounts = forReader(
  (locale) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      trailingZeroDisplay: 'stripIfInteger',
    }),
);

/** Minor units (cents) as `parseUsd` reads them: '49' or '49.99'. */
export const plainUsd = (amountMinor: number) =>
  amountMinor % 100 === 0 ? String(amountMinor / 100) : (amountMinor / 100).toFixed(2);

/** Formats minor units (cents): 420000 as '$4,200', in German as '4.200 $', 1250 as '$12.50', -500 as '-$5'. */
export function formatUsd(amountMinor: number) {
  // 'US$', as some languages have it, falls apart between texts from right to left.
  const parts = amounts().formatToParts(amountMinor / 100);
  return parts.map(({ type, value }) => (type === 'currency' ? '$' : value)).join('');
}

/** Converts minor units (cents) to the API's dollars. */
export const toDollars = (amountMinor: number) => amountMinor / 100;
