import { z } from 'zod';
import 'zod-openapi';
import { calendarDate, id, instant, text } from './fields.ts';

export const couponSummarySchema = z
  .strictObject({
    _id: id,
    code: text('SPRING-25'),
    percent: z
      .int()
      .nullable()
      .meta({ description: 'Null for a discount in dollars', examples: [25] }),
    amount: z
      .number()
      .nullable()
      .meta({ description: 'Dollars; null for a discount in percent', examples: [null] }),
    validFrom: calendarDate.nullable(),
    validUntil: calendarDate.nullable(),
    maxUses: z
      .int()
      .nullable()
      .meta({ examples: [100] }),
    uses: z.int().meta({ examples: [3] }),
    course: z
      .string()
      .nullable()
      .meta({ description: 'Title of its course; null for all courses of the author', examples: [null] }),
    state: z.enum(['active', 'scheduled', 'ended', 'used-up']),
    createdAt: instant,
  })
  .meta({ id: 'Coupon' });
