import { formatPercent } from '#app/messages/format-numbers.ts';

/** 100 percent in hundredths of a percent, the unit of tax rates. */
const WHOLE = 10_000;

/**
 * The tax included in an amount, rounded half up to the minor unit.
 * @param rate in hundredths of a percent of the net amount; null without tax
 */
export const includedTax = (amountMinor: number, rate: number | null): number =>
  rate === null ? 0 : Math.floor((2 * amountMinor * rate + WHOLE + rate) / (2 * (WHOLE + rate)));

/** Formats a rate: 1900 as '19%', 1850 as '18.5%'. */
export const formatTaxRate = (rate: number) => formatPercent(rate / WHOLE);

/** Parses a rate in percent, with at most two decimals, into hundredths of a percent. Returns null unless it is below 100. */
export function parseTaxRate(text: string): number | null {
  const [, whole = '', decimals = ''] = /^(\d{1,2})(?:[.,](\d{1,2}))?\s?%?$/.exec(text.trim()) ?? [];
  return whole === '' ? null : Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}
