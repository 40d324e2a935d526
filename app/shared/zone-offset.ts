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
export function zoneOffset(instantMs: number, timeZone: string): number {
  const zone = zoneOf(timeZone);
  return offsetOn(zone, Math.floor(instantMs / DAY_MS)) ?? offsetAt(zone, instantMs);
}
