import { z } from 'zod';

/** The query of a searchable list: the cursor of a page, and the text of its search box. */
export const listQuerySchema = z.object({
  cursor: z.string().max(100, 'cursor is not valid.').optional(),
  q: z.string().max(200, 'The search must have at most 200 characters.').default(''),
});

/** How many entries a page of a list has. */
export const pageSizeSchema = z.coerce
  .number({ error: 'limit must be a number from 1 to 100.' })
  .int('limit must be a whole number.')
  .min(1, 'limit must be a number from 1 to 100.')
  .max(100, 'limit must be a number from 1 to 100.')
  .default(50);
