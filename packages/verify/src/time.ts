/** A time in ms as people read it, to the minute in UTC: `2026-01-31 12:00 UTC`. */
export const minuteOf = (time: number) =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** A time in ms to the second in UTC: `2026-01-31 12:00:00 UTC`. */
export const secondOf = (time: number) =>
  `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** The day of a time in ms in UTC, as YYYY-MM-DD. */
export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
