import { formatIsoDate, formatIsoMonth, formatLongDate } from '#app/messages/formats.ts';
import type { CalendarDate } from './dates.ts';

/** Formats a date for the reader: '2026-03-31' as '31/03/2026', in German as '31.03.2026'. */
export const formatCalendarDate = (date: CalendarDate) => formatIsoDate(date);

/** Formats '2026-03' as '03/2026'. */
export const formatCalendarMonth = (month: string) => formatIsoMonth(month);

/** Formats a date with its month in words, which has one meaning: '31 March 2026'. */
export const dateInWords = (date: CalendarDate) => formatLongDate(date);
