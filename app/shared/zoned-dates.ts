import type { CalendarDate } from './dates.ts';

const DAY_MS = 86_400_000;

/** How many zones, and how many days of each, are kept. */
const MOST_ZONES = 500;
const MOST_DAYS = 1_000;

type Zone = {
  clock: Intl.DateTimeFormat;
  /** The zone's offset from UTC in ms by UTC day, or null for days on which it changes. */
  offsets: Map<number, number | null>;
};

const zones = new Map<string, Zone>();

/** @throws RangeError for an unknown zone */
function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (!zone) {
    // Swedish times are numbers from the year to the second.
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    zone = { clock, offsets: new Map() };
    if (zones.size > MOST_ZONES) zones.clear();
    zones.set(timeZone, zone);
  }
  return zone;
}

function offsetAt({ clock }: Zone, instantMs: number): number {
  const [year = 0, month = 0, ...rest] = clock.format(instantMs).split(/\D/).map(Number);
  return Date.UTC(year, month - 1, ...rest) - Math.floor(instantMs / 1_000) * 1_000;
}

/** An offset that is the same at both ends of a day is the offset of the whole day. */
function offsetOn(zone: Zone, day: number): number | null {
  let offset = zone.offsets.get(day);
  if (offset === undefined) {
    const atStart = offsetAt(zone, day * DAY_MS);
    offset = offsetAt(zone, (day + 1) * DAY_MS) === atStart ? atStart : null;
    if (zone.offsets.size > MOST_DAYS) zone.offsets.clear();
    zone.offsets.set(day, offset);
  }
  return offset;
}

/**
 * The offset (ms) of an IANA time zone from UTC at an instant (ms since the epoch). Intl takes 2 µs for each time, and a list
 * shows those of 50 rows.
 * @throws RangeError for an unknown zone
 */
function zoneOffset(instantMs: number, timeZone: string): number {
  const zone = zoneOf(timeZone);
  return offsetOn(zone, Math.floor(instantMs / DAY_MS)) ?? offsetAt(zone, instantMs);
}

/** The local time of an instant (ms since the epoch) in an IANA time zone, in ISO 8601 format. */
export const zoneTime = (instantMs: number, timeZone: string) =>
  new Date(instantMs + zoneOffset(instantMs, timeZone)).toISOString();

/** The calendar date of an instant (ms since the epoch) in an IANA time zone. */
export const calendarDateOf = (instantMs: number, timeZone: string): CalendarDate =>
  zoneTime(instantMs, timeZone).slice(0, 10);

/** Finds the first instant (ms) from `from` to `to` at which a condition becomes and stays true, or `to`. */
function firstInstant(from: number, to: number, holds: (instantMs: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The instants (ms since the epoch) at which a calendar date begins and ends in an IANA time zone. Uses a search, so that days
 * of 23 or 25 hours are correct.
 */
export function dayIn(date: CalendarDate, timeZone: string): { start: number; end: number } {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // No zone is more than 15 hours from UTC.
  const [earliest, latest] = [midnight - DAY_MS, midnight + 2 * DAY_MS];
  const start = firstInstant(earliest, latest, (at) => calendarDateOf(at, timeZone) >= date);
  const end = firstInstant(start, latest, (at) => calendarDateOf(at, timeZone) !== date);
  return { start, end };
}

export type DayGroup = 'today' | 'yesterday' | 'earlier';

/** Returns a function that finds the group of an instant, for a viewer in `timeZone` at `nowMs`. */
export function dayGroups(nowMs: number, timeZone: string): (instantMs: number) => DayGroup {
  const dayOf = (instantMs: number) => Math.floor((instantMs + zoneOffset(instantMs, timeZone)) / DAY_MS);
  const today = dayOf(nowMs);
  return (instantMs) => {
    const day = dayOf(instantMs);
    if (day >= today) return 'today';
    return day === today - 1 ? 'yesterday' : 'earlier';
  };
}

/** Whether a string names a time zone this runtime knows. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z0-9_+\-/]{1,64}$/.test(name)) return false;
  try {
    zoneOffset(0, name);
    return true;
  } catch {
    return false;
  }
}

/** Parses a time zone from a cookie's decoded value. Returns the fallback for other text. */
export function parseTimeZone(value: string | null, fallback: string): string {
  return value !== null && isTimeZone(value) ? value : fallback;
}
