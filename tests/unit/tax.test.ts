import { expect, it } from 'vitest';
import { formatTaxRate, includedTax, parseTaxRate } from '#app/payments/receipt-lines.ts';

it.each([
  [420_000, 1_900, 67_059],
  [11_900, 1_900, 1_900],
  [100, 1_850, 16],
  [1, 1_900, 0],
  // Half a cent rounds up: 0.03 at 20% includes exactly 0.005.
  [3, 2_000, 1],
  [420_000, 0, 0],
  [420_000, null, 0],
  [100_000_000, 9_999, 49_997_500],
])('%i cents at %s include %i cents of tax', (amount, rate, tax) => {
  expect(includedTax(amount, rate)).toBe(tax);
});

it.each([
  ['19', 1_900],
  [' 18.5 % ', 1_850],
  ['7,25%', 725],
  ['0', 0],
  ['99.99', 9_999],
  ['100', null],
  ['-1', null],
  ['1.234', null],
  ['19 percent', null],
  ['1e1', null],
  ['', null],
])('parses %j as a tax rate', (text, rate) => {
  expect(parseTaxRate(text)).toBe(rate);
});

it('formats a rate without trailing zeros', () => {
  expect([1_900, 1_850, 725].map(formatTaxRate)).toEqual(['19%', '18.5%', '7.25%']);
});
