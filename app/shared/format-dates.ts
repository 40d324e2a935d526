import { formatIsoDate, formatIsoMonth, formatIsoTime } from '#app/messages/formats.ts';
import type { CalendarDate } from './dates.ts';
import { calendarDateOf, zoneTime } from './zoned-dates.ts';

/** Formats a date for the reader: '2026-03-31' as '31/03/2026', in German as '31.03.2026'. */
export const formatCalendarDate = (date: CalendarDate) => formatIsoDate(date);

/** Formats '2026-03' as '03/2026'. */
export const formatCalendarMonth = (month: string) => formatIsoMonth(month);

/** Formats an instant (ms since the epoch) as a date in the viewer's zone. */
export const formatInstantAsDate = (instantMs: number, timeZone: string) =>
  formatCalendarDate(calendarDateOf(instantMs, timeZone));

/** Formats an instant (ms since the epoch) as a date and a time, in English dd/MM/yyyy, HH:mm, in the viewer's zone. */
export function formatInstant(instantMs: number, timeZone: string): string {
  return formatIsoTime(zoneTime(instantMs, timeZone));
}
