let read = () => Date.now();

/** The time in ms since the epoch. All rules that depend on time use this, so that tests can set it. */
export const now = () => read();

/** A time in ms as ISO 8601 to the second, such as `2026-01-31T12:00:00Z`. */
export const isoSeconds = (time: number) => new Date(time).toISOString().replace(/\.\d+/, '');

/** The time a number of days ago, in ms. */
export const daysAgo = (days: number) => now() - days * 86_400_000;

/** Replaces the clock in tests. Without an argument, restores the real clock. */
export function setClock(next: () => number = () => Date.now()) {
  read = next;
}
