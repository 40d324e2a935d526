import { formatIsoDate, formatIsoMonth, formatIsoTime, formatLongDate } from '#app/messages/formats.ts';
import { pageLanguage } from '#messages';
import type { CalendarDate } from './dates.ts';

/** Formats a date for the reader: '2026-03-31' as '31/03/2026', in German as '31.03.2026'. */
export const formatCalendarDate = (date: CalendarDate) => formatIsoDate(date);

/** Formats '2026-03' as '03/2026'. */
export const formatCalendarMonth = (month: string) => formatIsoMonth(month);

/** Formats a date with its month in words, which has one meaning: '31 March 2026'. */
export const dateInWords = (date: CalendarDate) => formatLongDate(date);

/** A day, or a minute or second in UTC, as @certrace/verify writes it. */
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d/;

/** Formats a date or time of a report for the reader. An English report is the same here and from the package, which writes ISO 8601. */
export function formatReportDate(written: string | number): string {
  const text = String(written);
  if (pageLanguage() === 'en') return text;
  if (DATE.test(text)) return formatIsoDate(text);
  const [time] = TIME.exec(text) ?? [];
  return time === undefined ? text : formatIsoTime(time) + text.slice(time.length);
}
