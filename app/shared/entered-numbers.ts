import { forReader } from '#app/messages/formats.ts';
import { fold } from '#db/folding.ts';
import { t } from '#messages';
import { formatUsd } from './money.ts';

/* Numbers as people enter them, in the notation of their language. */

/** A number, and whether the text also means another one: '1,500' is 1500 or 1.5. */
type EnteredNumber = { value: number; hasTwoMeanings: boolean };

const decimalSign = forReader(
  (locale) =>
    new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.',
);

const MOST_CHARACTERS = 60;
const NUMBER = /^([+-]?) ?([\d.,' \u060c\u066b\u066c]*\d[.,]?)(e[+-]?\d{1,3})?$/i;
/** Groups of three digits, and those of India: 1,50,000. */
const GROUPS = /^\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*$|^\d{1,2}(?:,\d{2})*,\d{3}$/;
const TWO_MEANINGS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** The digits of a whole part with or without groups, or null. */
function ungrouped(whole: string): string | null {
  if (/^\d*$/.test(whole)) return whole;
  return GROUPS.test(whole) ? whole.replaceAll(/\D/g, '') : null;
}

/** Where the decimal sign is, or -1. */
function decimalAt(digits: string): number {
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')];
  if (TWO_MEANINGS.test(digits)) return digits.indexOf(decimalSign());
  // The last of two different signs is the decimal one. A sign that is there twice separates groups.
  const at = Math.max(comma, point);
  if (at === -1 || digits.indexOf(digits.charAt(at)) < at) return -1;
  return at;
}

/**
 * Reads a number that somebody entered: with all minus signs and digits, and with spaces, apostrophes, points and commas between groups.
 * Where a point or a comma has two meanings, it is read as in the reader's language.
 * @returns null for anything else, such as a number with a unit or a hexadecimal one
 */
export function readNumber(text: string): EnteredNumber | null {
  // 10² is 100, and folded it would be 102.
  if (text.length > MOST_CHARACTERS || /\p{No}/u.test(text)) return null;
  const [, sign = '', entered, exponent = ''] = NUMBER.exec(fold(text)) ?? [];
  if (entered === undefined) return null;
  // Arabic keyboards have signs of their own. Those for decimals and thousands have one meaning.
  const [before = '', ...after] = entered.replaceAll('\u066c', "'").replaceAll('\u060c', ',').split('\u066b');
  if (after.length > 1) return null;
  const at = after.length === 1 ? -1 : decimalAt(before);
  const whole = ungrouped(at === -1 ? before : before.slice(0, at));
  const decimals = after[0] ?? (at === -1 ? '' : before.slice(at + 1));
  if (whole === null || !/^\d*$/.test(decimals)) return null;
  const value = Number(`${sign}${whole || '0'}.${decimals || '0'}${exponent}`);
  if (!Number.isFinite(value)) return null;
  return { value, hasTwoMeanings: after.length === 0 && TWO_MEANINGS.test(before) };
}

const CURRENCY = /^(?:(?:US\s?)?[$\uff04]|USD)\s?|\s?(?:(?:US\s?)?[$\uff04]|USD)$/i;
const HIGHEST_DOLLARS = 999_999_999;
/** Less than any price, and more than what numbers of this size are inexact by. */
const INEXACT_CENTS = 1e-4;

const withoutCurrency = (text: string) => text.trim().replace(CURRENCY, '');

/** What an amount with a point or comma before three digits means: thousands, or dollars with a part that no price has. */
const thousandsIn = (amount: string) => Number(fold(amount).replaceAll(/\D/g, ''));

function centsOf(dollars: number): number | null {
  const cents = Math.round(dollars * 100);
  const isPrice =
    dollars >= 0 && dollars <= HIGHEST_DOLLARS && Math.abs(dollars * 100 - cents) < INEXACT_CENTS;
  return isPrice ? cents : null;
}

/**
 * Parses an amount in dollars ('49', '49.99', '$1,200', '1.200,50 $') into cents. The reader's sign between thousands is one: in English,
 * '1,500' is 1500. Its decimal sign before three digits has two meanings.
 * @param amount a number of a program, or what somebody entered
 * @returns null for other text, and for two meanings
 */
export function parseUsd(amount: string | number): number | null {
  if (typeof amount === 'number') return centsOf(amount);
  const text = withoutCurrency(amount);
  const number = /^[+-]|e/i.test(text) ? null : readNumber(text);
  if (!number || (number.hasTwoMeanings && number.value !== thousandsIn(text))) return null;
  return centsOf(number.value);
}

/** Why `parseUsd` refuses an amount that means two. Null for others. */
export function usdWithTwoMeanings(amount: string): string | null {
  const text = withoutCurrency(amount);
  const number = readNumber(text);
  const thousands = thousandsIn(text);
  if (!number?.hasTwoMeanings || number.value < 0 || number.value === thousands) return null;
  return t('enteredNumbers.amountHasTwoMeanings', {
    entered: amount.trim(),
    one: formatUsd(thousands * 100),
    other: formatUsd(Math.round(number.value * 100)),
  });
}

/** How a number with two meanings was read, for the reader. Null for other texts. */
export function howRead(text: string): string | null {
  const number = readNumber(text);
  if (!number?.hasTwoMeanings) return null;
  return t('enteredNumbers.enteredIsReadAsNumber', {
    entered: text.trim(),
    number: writtenNumber(number.value),
  });
}

/** Writes a number in the reader's notation, without groups and with all its decimals. */
export const writtenNumber = (value: number): string => String(value).replace('.', decimalSign());

/** Writes a number so that it has one meaning in every language: 1.125 as '1.1250'. */
export function unmistakable(value: number): string {
  const written = String(value);
  return TWO_MEANINGS.test(written.replace('-', '')) ? `${written}0` : written;
}

/** A stored number as the reader may enter it. */
export const numberToEnter = (value: number): string => unmistakable(value).replace('.', decimalSign());
