import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { t } from '#messages';

/** The stored name of an erased holder, whose address is empty. Pages translate it. */
export const ERASED_NAME = 'Erased';

/** Formats a calendar date for lists as dd/MM/yyyy, or 'Null' without a date. */
export const shownDate = (date: string | null) =>
  date === null ? t('display.null') : formatCalendarDate(date);
