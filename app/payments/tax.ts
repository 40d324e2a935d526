/** 100 percent, in the unit of tax rates: hundredths of a percent. */
const WHOLE = 10_000;

/**
 * The tax that an amount includes, rounded half up to the minor unit.
 * @param rate in hundredths of a percent of the net amount; null without tax
 */
export const includedTax = (amountMinor: number, rate: number | null): number =>
  rate === null ? 0 : Math.floor((2 * amountMinor * rate + WHOLE + rate) / (2 * (WHOLE + rate)));

/** A rate as printed: 1900 is '19%', 1850 is '18.5%'. */
export const formatTaxRate = (rate: number) => `${rate / 100}%`;

/** A typed rate in percent, with at most two decimals, in hundredths of a percent; null when it is none below 100. */
export function parseTaxRate(text: string): number | null {
  const [, whole = '', decimals = ''] = /^(\d{1,2})(?:[.,](\d{1,2}))?\s?%?$/.exec(text.trim()) ?? [];
  return whole === '' ? null : Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}
