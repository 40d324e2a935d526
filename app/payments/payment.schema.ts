import { z } from 'zod';
import { line } from '#app/shared/fields.ts';
import { dateRangeSchema, listQuerySchema, pageSizeSchema } from '#app/shared/list-query.ts';
import { STATE_LABELS } from './state-labels.ts';

const STATES = Object.keys(STATE_LABELS) as (keyof typeof STATE_LABELS)[];

/** Query parameters of the list of all payments. */
export const paymentListSchema = listQuerySchema.extend({
  limit: pageSizeSchema,
  state: z.enum(['', ...STATES]).default(''),
  ...dateRangeSchema.shape,
});

/** Input of a refund. */
export const refundSchema = z.object({ reason: line('Reason', 500) });
