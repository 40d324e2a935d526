import { z } from 'zod';
import { calendarDate, line } from '#app/shared/fields.ts';
import { listQuerySchema, pageSizeSchema } from '#app/shared/list-query.ts';
import { STATE_LABELS } from './state-labels.ts';

const dateFilter = (name: string) =>
  z.union([z.literal(''), calendarDate(name)], { error: `${name} must be a date that exists.` }).default('');

/** Query parameters of the list of all payments. */
export const paymentListSchema = listQuerySchema.extend({
  limit: pageSizeSchema,
  state: z
    .enum(['', ...(Object.keys(STATE_LABELS) as (keyof typeof STATE_LABELS)[])], {
      error: 'state is not a state of payments.',
    })
    .default(''),
  from: dateFilter('from'),
  to: dateFilter('to'),
});

/** Input of a refund. */
export const refundSchema = z.object({ reason: line('Reason', 500) });
