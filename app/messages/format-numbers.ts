import { pageDirection, t } from '#messages';
import { forReader } from './formats.ts';
import { isolate } from './isolate.ts';

const numbers = forReader((locale) => new Intl.NumberFormat(locale));

/** Isolates a text if the reader's language is written from right to left. */
export const isolateForReader = (text: string) => (pageDirection() === 'rtl' ? isolate(text) : text);

/** Formats a number: 4200 as '4,200', in German as '4.200'. */
export const formatNumber = (value: number) => numbers().format(value);

const exact = forReader((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }));
/** Formats a number with all its decimals. */
export const formatExactly = (value: number) => exact().format(value);

const oneDecimal = forReader(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);
/** Formats a number with one decimal: 4 as '4.0', in German as '4,0'. */
export const formatTenths = (value: number) => oneDecimal().format(value);

const KILOBYTE = 1_024;
const UNITS = ['KB', 'MB', 'GB', 'TB'];
/** Formats a size: '512 KB' or '1.5 GB', in German '1,5 GB'. */
export function formatBytes(bytes: number): string {
  let value = bytes / KILOBYTE;
  let unit = 0;
  while (value >= KILOBYTE && unit < UNITS.length - 1) {
    value /= KILOBYTE;
    unit += 1;
  }
  return `${formatNumber(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))} ${UNITS[unit]}`;
}

const percents = forReader(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
);
/** Formats a share of 1: 0.185 as '18.5%', in German as '18,5 %'. */
export const formatPercent = (share: number) => percents().format(share);

/** Joins names: 'Ada, Mara', in Chinese 'Ada、Mara'. Intl puts 'and' before the last one, or nothing at all, in some languages. */
export const formatList = (texts: readonly string[]) =>
  texts.map(isolateForReader).join(t('page.betweenNames'));
/** Joins attributes of one object: 'Ada, 14/03/2025', in Chinese 'Ada，2025/03/14'. */
export const formatFacts = (texts: readonly string[]) =>
  texts.map(isolateForReader).join(t('page.betweenFacts'));

const collators = forReader((locale) => new Intl.Collator(locale));
/** Compares texts in the order of the reader's language. */
export const compareTexts = (one: string, other: string) => collators().compare(one, other);

const months = forReader(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);
/** Formats the month of an instant (ms) in UTC: 'March 2025'. */
export const formatMonthName = (instantMs: number) => months().format(instantMs);
