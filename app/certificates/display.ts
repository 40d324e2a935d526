import { formatCalendarDate } from '#app/shared/dates.ts';

/** Formats a calendar date for lists as dd/MM/yyyy, or 'Null' without a date. */
export const shownDate = (date: string | null) => (date === null ? 'Null' : formatCalendarDate(date));
