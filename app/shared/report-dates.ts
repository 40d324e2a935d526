import { formatIsoDate, formatIsoTime } from '#app/messages/formats.ts';
import { pageLanguage } from '#messages';

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
