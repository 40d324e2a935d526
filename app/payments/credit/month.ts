import { formatMonthName } from '#app/messages/format-numbers.ts';

/** A month in UTC, as 'YYYY-MM'. */
export type Month = string;

/** The month of an instant, in ms since the epoch. */
export const monthOf = (instantMs: number): Month => new Date(instantMs).toISOString().slice(0, 7);

/** The first instant of a month, in ms since the epoch. */
export const startOfMonth = (month: Month): number => Date.parse(`${month}-01T00:00:00Z`);

/** The first instant after a month, in ms since the epoch. */
export function endOfMonth(month: Month): number {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return Date.UTC(year, number, 1);
}

export const nextMonth = (month: Month): Month => monthOf(endOfMonth(month));

/** Formats '2026-10' as 'October 2026'. */
export const formatMonth = (month: Month) => formatMonthName(startOfMonth(month));
