import { pageLanguage } from '#messages';
import { perLanguage } from './format-message.ts';

/** Digits are Latin and the calendar is Gregorian in all languages. */
const EVERYWHERE = '-u-ca-gregory-nu-latn';

/**
 * Makes something of Intl for each language once, because that takes longer than a hundred uses.
 * @param make gets the locale
 * @returns a function that returns that of the reader's language
 */
export function forReader<Made>(make: (locale: string) => Made): () => Made {
  const made = perLanguage((language) => make(language + EVERYWHERE));
  return () => made(pageLanguage());
}

const numbers = forReader((locale) => new Intl.NumberFormat(locale));
/** Formats a number: 4200 as '4,200', in German as '4.200'. */
export const formatNumber = (value: number) => numbers().format(value);

const oneDecimal = forReader(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);
/** Formats a number with one decimal: 4 as '4.0', in German as '4,0'. */
export const formatTenths = (value: number) => oneDecimal().format(value);

const percents = forReader(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
);
/** Formats a share of 1: 0.185 as '18.5%', in German as '18,5 %'. */
export const formatPercent = (share: number) => percents().format(share);

const lists = forReader((locale) => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }));
/** Joins names: 'Ada, Mara', in Arabic 'Ada، Mara'. */
export const formatList = (texts: readonly string[]) => lists().format(texts);

const collators = forReader((locale) => new Intl.Collator(locale));
/** Compares texts in the order of the reader's language. */
export const compareTexts = (one: string, other: string) => collators().compare(one, other);

const months = forReader(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);
/** Formats the month of an instant (ms) in UTC: 'March 2025'. */
export const formatMonthName = (instantMs: number) => months().format(instantMs);

type Pattern = readonly { type: string; value: string }[];

const pattern = (options: Intl.DateTimeFormatOptions) =>
  forReader((locale): Pattern => {
    // English dates are British: dd/MM/yyyy.
    const own = locale.startsWith('en-u-') ? `en-GB${EVERYWHERE}` : locale;
    return new Intl.DateTimeFormat(own, { ...options, timeZone: 'UTC' }).formatToParts(0);
  });

const DAY = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const dates = pattern(DAY);
const monthsAndYears = pattern({ month: '2-digit', year: 'numeric' });
const times = pattern({ ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** Where the parts of a date are in ISO 8601: 2025-03-14T09:30. */
const PARTS: Record<string, [start: number, end: number]> = {
  year: [0, 4],
  month: [5, 7],
  day: [8, 10],
  hour: [11, 13],
  minute: [14, 16],
};

/** Fills a pattern. Intl takes ten times as long, and a list shows hundreds of dates. */
const fill = (parts: Pattern, iso: string) =>
  parts.map(({ type, value }) => (PARTS[type] ? iso.slice(...PARTS[type]) : value)).join('');

/** Formats '2025-03-14' as '14/03/2025', in German as '14.03.2025'. */
export const formatIsoDate = (iso: string) => fill(dates(), iso);
/** Formats '2025-03' as '03/2025'. */
export const formatIsoMonth = (iso: string) => fill(monthsAndYears(), iso);
/** Formats '2025-03-14T09:30' as '14/03/2025, 09:30'. */
export const formatIsoTime = (iso: string) => fill(times(), iso);
