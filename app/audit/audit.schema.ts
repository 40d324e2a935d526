import { z } from 'zod';
import { dateRangeSchema, listQuerySchema, pageSizeSchema } from '#app/shared/list-query.ts';
import { t } from '#messages';
import { ACTS, type ActName } from './acts.ts';

/** Query parameters of the audit trail. The dates are days in UTC. */
export const auditListSchema = listQuerySchema.extend({
  limit: pageSizeSchema,
  act: z
    .enum(['', ...(Object.keys(ACTS) as ActName[])], { error: () => t('audit.actMustBeAnActOfThe') })
    .default(''),
  ...dateRangeSchema.shape,
});
