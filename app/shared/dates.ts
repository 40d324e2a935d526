/** A calendar date as 'YYYY-MM-DD'. It has no time zone and is never converted to an instant. */
export type CalendarDate = string;

const DAY_MS = 86_400_000;
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** The earliest date that is accepted. */
export const FIRST_DATE: CalendarDate = '1900-01-01';

/**
 * Years of the Buddhist calendar from 1958 to 2107, which no date of a certificate has otherwise, and how far they are ahead. They begin
 * on 1 January, as those of Japan and Taiwan do.
 */
export const isBuddhistYear = (year: number) => year > 2500 && year <= 2650;
export const BUDDHIST_YEARS_AHEAD = 543;

/** Parses a date of the Gregorian calendar from 1900 to 9999, written YYYY-MM-DD. Returns null for other text. */
export function parseCalendarDate(text: string): CalendarDate | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const length = month === 2 && isLeapYear(year) ? 29 : DAYS_IN_MONTH[month - 1];
  return length !== undefined && text >= FIRST_DATE && day >= 1 && day <= length ? text : null;
}

/** Adds days to a date. A negative number goes back. */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The number of days from the first date to the second. */
export const daysBetween = (from: CalendarDate, to: CalendarDate) =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS;
