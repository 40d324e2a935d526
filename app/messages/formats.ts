import { pageLanguage } from '#messages';
import { perLanguage } from './format-message.ts';

/** Digits are Latin and the calendar is Gregorian in all languages. */
const EVERYWHERE = '-u-ca-gregory-nu-latn';

/**
 * Makes something of Intl for each language once, because that takes longer than a hundred uses.
 * @param make gets the locale
 * @returns a function that returns that of the reader's language
 */
/* @__NO_SIDE_EFFECTS__ */
export function forReader<Made>(make: (locale: string) => Made): () => Made {
  const made = perLanguage((language) => make(language + EVERYWHERE));
  return () => made(pageLanguage());
}

/** Formats numbers with their unit. Chinese messages have a space between them, which Intl leaves out: '2 年'. */
/* @__NO_SIDE_EFFECTS__ */
export const inUnits = (unit: string, unitDisplay: (locale: string) => 'long' | 'short' | 'narrow') =>
  forReader((locale) => {
    const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: unitDisplay(locale) });
    return (count: number) => format.format(count).replace(/(?<=\d)(?=\p{Script=Han})/u, ' ');
  });

/** The parts of a date format. A part is a literal text, or the place of its digits in an ISO 8601 date. */
type Pattern = readonly (string | readonly [start: number, end: number])[];

/** Where the parts of a date are in ISO 8601: 2025-03-14T09:30. */
const PARTS: Record<string, [start: number, end: number]> = {
  year: [0, 4],
  month: [5, 7],
  day: [8, 10],
  hour: [11, 13],
  minute: [14, 16],
};

/* @__NO_SIDE_EFFECTS__ */
const pattern = (options: Intl.DateTimeFormatOptions) =>
  forReader((locale): Pattern => {
    // English dates are British: dd/MM/yyyy.
    const own = locale.startsWith('en-u-') ? `en-GB${EVERYWHERE}` : locale;
    const format = new Intl.DateTimeFormat(own, { ...options, timeZone: 'UTC' });
    return format.formatToParts(0).map(({ type, value }) => PARTS[type] ?? value);
  });

const DAY = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const dates = pattern(DAY);
const monthsAndYears = pattern({ month: '2-digit', year: 'numeric' });
const times = pattern({ ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

const longDates = forReader(
  (locale) =>
    new Intl.DateTimeFormat(locale.startsWith('en-u-') ? `en-GB${EVERYWHERE}` : locale, {
      dateStyle: 'long',
      timeZone: 'UTC',
    }),
);

/** Formats '2025-03-14' as '14 March 2025'. */
export const formatLongDate = (iso: string) => longDates().format(Date.parse(`${iso}T00:00:00Z`));

/** Fills a pattern. Intl takes ten times as long, and a list shows hundreds of dates. */
function fill(parts: Pattern, iso: string): string {
  let text = '';
  for (const part of parts) text += typeof part === 'string' ? part : iso.slice(part[0], part[1]);
  return text;
}

/** Formats '2025-03-14' as '14/03/2025', in German as '14.03.2025'. */
export const formatIsoDate = (iso: string) => fill(dates(), iso);
/** Formats '2025-03' as '03/2025', and in Chinese as '2025年3月', without the zero. */
export const formatIsoMonth = (iso: string) => fill(monthsAndYears(), iso).replace(/(?<=年)0/, '');
/** Formats '2025-03-14T09:30' as '14/03/2025, 09:30'. */
export const formatIsoTime = (iso: string) => fill(times(), iso);
