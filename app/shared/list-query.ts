import { z } from 'zod';
import { calendarDate, dateMessage } from './fields.ts';

/** Query parameters of a searchable list: the cursor of a page, and the text of its search box. */
export const listQuerySchema = z.object({
  cursor: z.string().max(100, 'cursor is not valid.').optional(),
  q: z.string().max(200, 'The search must have at most 200 characters.').default(''),
});

/** Entries per page. */
export const pageSizeSchema = z.coerce
  .number({ error: 'limit must be a number from 1 to 100.' })
  .int('limit must be a whole number.')
  .min(1, 'limit must be a number from 1 to 100.')
  .max(100, 'limit must be a number from 1 to 100.')
  .default(50);

const dateFilter = (name: string) =>
  z.union([z.literal(''), calendarDate(name)], dateMessage(name)).default('');

/** The first and last date of a list's filter. */
export const dateRangeSchema = z.object({ from: dateFilter('from'), to: dateFilter('to') });

export const courseFilter = z
  .string()
  .max(200, 'course must have at most 200 characters.')
  .default('')
  .meta({ description: 'The name of a course' });
