import { z } from 'zod';
import { t } from '#messages';
import { calendarDate, dateMessage } from './fields.ts';

/** Query parameters of a searchable list: the cursor of a page, and the text of its search box. */
export const listQuerySchema = z.object({
  cursor: z
    .string()
    .max(100, { error: () => t('common.cursorIsNotValid') })
    .optional(),
  q: z
    .string()
    .max(200, { error: () => t('listQuery.theSearchMustHaveAtMost200Characters') })
    .default(''),
});

/** Entries per page. */
export const pageSizeSchema = z.coerce
  .number({ error: () => t('listQuery.limitMustBeANumberFrom') })
  .int({ error: () => t('common.limitMustBeAWholeNumber') })
  .min(1, { error: () => t('listQuery.limitMustBeANumberFrom') })
  .max(100, { error: () => t('listQuery.limitMustBeANumberFrom') })
  .default(50);

/** Query parameters of a list of the API: cursor, page size and search. */
export const listSchema = z.object({
  limit: pageSizeSchema,
  cursor: listQuerySchema.shape.cursor,
  q: z
    .string()
    .max(200, { error: () => t('common.qMustHaveAtMost200Characters') })
    .optional(),
});

const dateFilter = (name: string) =>
  z.union([z.literal(''), calendarDate(name)], dateMessage(name)).default('');

/** The first and last date of a list's filter. */
export const dateRangeSchema = z.object({ from: dateFilter('from'), to: dateFilter('to') });

export const courseFilter = z
  .string()
  .max(200, { error: () => t('listQuery.courseMustHaveAtMost200Characters') })
  .default('')
  .meta({ description: 'The name of a course' });
