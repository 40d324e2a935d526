/** A time in ms as people read it, to the minute in UTC: `2026-01-31 12:00 UTC`. */
export const minuteOf = (time: number) =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
