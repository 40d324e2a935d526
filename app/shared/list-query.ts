import { z } from 'zod';

/** The query of a searchable list: the cursor of a page, and the text of its search box. */
export const listQuerySchema = z.object({
  cursor: z.string().max(100, 'cursor is not valid.').optional(),
  q: z.string().max(200, 'The search must have at most 200 characters.').default(''),
});
