import { inUnits } from '#app/messages/formats.ts';
import { type CalendarDate, daysBetween, parseCalendarDate } from './dates.ts';

/** A calendar duration. Each part has at most four digits, and at least one is not 0. */
export type Duration = { years: number; months: number; days: number };

const ISO = /^P(?:(\d{1,4})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})D)?$/i;
const WORDS = /^(\d{1,4})\s*(year|month|day)s?$/i;

/**
 * Parses an ISO 8601 duration of years, months and days ('P2Y', 'P1Y6M'), or a single unit in words ('2 years'). Returns null
 * for other text.
 */
export function parseDuration(text: string): Duration | null {
  if (text.length > 40) return null;
  const iso = text.trim().replace(WORDS, (_, count, unit) => `P${count}${unit.charAt(0)}`);
  const [, years = 0, months = 0, days = 0] = (ISO.exec(iso) ?? []).map(Number);
  const duration = { years: years || 0, months: months || 0, days: days || 0 };
  return duration.years + duration.months + duration.days > 0 ? duration : null;
}

/* @__NO_SIDE_EFFECTS__ */
const units = (unit: string) => inUnits(unit, () => 'long');
const [years, months, days] = [units('year'), units('month'), units('day')];

/** Formats a duration for the reader: '1 year 6 months', in German '1 Jahr 6 Monate'. */
export const durationInWords = (duration: Duration): string =>
  (
    [
      [duration.years, years],
      [duration.months, months],
      [duration.days, days],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, format]) => format()(count))
    .join(' ');

/** Durations to show as examples, in words that the reader may enter. */
export const exampleDurations = () => ({
  years: durationInWords({ years: 2, months: 0, days: 0 }),
  months: durationInWords({ years: 0, months: 18, days: 0 }),
  days: durationInWords({ years: 0, months: 0, days: 90 }),
});

const lastDayOf = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/**
 * Adds a duration to a date: years and months first, then days. If the month is too short, uses its last day: a year after
 * 2024-02-29 is 2025-02-28. Returns null after the year 9999.
 */
export function addDuration(date: CalendarDate, { years, months, days }: Duration): CalendarDate | null {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const total = (year + years) * 12 + (month - 1) + months;
  const [toYear, toMonth] = [Math.floor(total / 12), total % 12];
  const end = Date.UTC(toYear, toMonth, Math.min(day, lastDayOf(toYear, toMonth))) + days * 86_400_000;
  return parseCalendarDate(new Date(end).toISOString().slice(0, 10));
}

/** The duration in months and days between two dates: added to the first with `addDuration`, it gives the second. */
export function durationBetween(from: CalendarDate, to: CalendarDate): Duration {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number);
  const after = (months: number) => addDuration(from, { years: 0, months, days: 0 }) ?? from;
  let months = (toYear - fromYear) * 12 + toMonth - fromMonth;
  if (after(months) > to) months -= 1;
  return { years: 0, months, days: daysBetween(after(months), to) };
}
