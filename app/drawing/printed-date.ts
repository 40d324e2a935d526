import type { CalendarDate } from '#app/shared/dates.ts';
import type { DateStyle } from './design.ts';

const OPTIONS: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  numbers: { day: '2-digit', month: '2-digit', year: 'numeric' },
  words: { day: 'numeric', month: 'long', year: 'numeric' },
};

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: string, style: DateStyle): Intl.DateTimeFormat {
  const key = `${language} ${style}`;
  // Days come before months in all styles of English.
  const locale = `${language === 'en' ? 'en-GB' : language}-u-ca-gregory-nu-latn`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...OPTIONS[style] });
  formats.set(key, known);
  return known;
}

/**
 * A date as a certificate prints it: dd/MM/yyyy or '28 February 2026' in English, otherwise as the language writes it. Always in the
 * Gregorian calendar, with Latin digits.
 */
export const printedDate = (language: string, date: CalendarDate, style: DateStyle = 'numbers'): string =>
  formatOf(language, style).format(Date.parse(`${date}T00:00:00Z`));
