import type { CalendarDate } from '#app/shared/dates.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: string): Intl.DateTimeFormat {
  const known =
    formats.get(language) ??
    new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, {
      timeZone: 'UTC',
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
    });
  formats.set(language, known);
  return known;
}

/**
 * A date as a certificate prints it: dd/MM/yyyy in English, otherwise in the numbers of the language. Always in the Gregorian
 * calendar, with Latin digits.
 */
export const printedDate = (language: string, date: CalendarDate): string =>
  language === 'en'
    ? `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`
    : formatOf(language).format(Date.parse(`${date}T00:00:00Z`));
