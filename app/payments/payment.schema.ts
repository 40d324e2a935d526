import { z } from 'zod';
import { sentence } from '#app/shared/fields.ts';
import { dateRangeSchema, listQuerySchema, pageSizeSchema } from '#app/shared/list-query.ts';
import { t } from '#messages';
import { PAYMENT_STATES } from './state-labels.ts';

/** Query parameters of the list of all payments. */
export const paymentListSchema = listQuerySchema.extend({
  limit: pageSizeSchema,
  state: z.enum(['', ...PAYMENT_STATES]).default(''),
  ...dateRangeSchema.shape,
});

/** Input of a refund. */
export const refundSchema = z.object({ reason: sentence(() => t('common.reason'), 500) });
