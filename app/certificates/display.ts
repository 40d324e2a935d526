import { formatCalendarDate } from '#app/shared/dates.ts';

/** Formats a calendar date for lists: dd/MM/yyyy, and 'Null' for none. */
export const shownDate = (date: string | null) => (date === null ? 'Null' : formatCalendarDate(date));
