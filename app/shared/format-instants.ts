import { formatIsoTime } from '#app/messages/formats.ts';
import { formatCalendarDate } from './format-dates.ts';
import { calendarDateOf, zoneTime } from './zoned-dates.ts';

/** Formats an instant (ms since the epoch) as a date in the viewer's zone. */
export const formatInstantAsDate = (instantMs: number, timeZone: string) =>
  formatCalendarDate(calendarDateOf(instantMs, timeZone));

/** Formats an instant (ms since the epoch) as a date and a time, in English dd/MM/yyyy, HH:mm, in the viewer's zone. */
export function formatInstant(instantMs: number, timeZone: string): string {
  return formatIsoTime(zoneTime(instantMs, timeZone));
}

/** The same with the zone: '31/03/2026, 09:30 (Europe/Berlin)'. */
export const formatInstantInZone = (instantMs: number, timeZone: string) =>
  `${formatInstant(instantMs, timeZone)} (${timeZone})`;
