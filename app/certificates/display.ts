import { formatCalendarDate } from '#app/shared/dates.ts';

/** A calendar date as lists show it: dd/MM/yyyy, and 'Null' for none. */
export const shownDate = (date: string | null) => (date === null ? 'Null' : formatCalendarDate(date));
