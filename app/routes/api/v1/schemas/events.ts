import { z } from 'zod';
import 'zod-openapi';
import { EVENT_TYPES } from '#app/events/event-types.ts';
import { batchSummarySchema } from './batches.ts';
import { certificateSchema } from './certificates.ts';
import { courseSchema } from './courses.ts';
import { id, instant, text } from './fields.ts';
import { paymentSchema } from './payments.ts';

/** The objects of events, each under its name. */
const dataSchema = z.union([
  z.strictObject({ certificate: certificateSchema }),
  z.strictObject({ batch: batchSummarySchema }),
  z.strictObject({ payment: paymentSchema }),
  z.strictObject({
    course: courseSchema,
    learner: z.strictObject({ _id: id, name: text('Ada Lovelace'), username: text('ada') }),
  }),
]);

export const feedEventSchema = z
  .strictObject({
    id: id.meta({
      description: 'Later events have greater IDs, compared as text; a webhook sends it as webhook-id',
    }),
    type: z.enum(EVENT_TYPES),
    apiVersion: text('1', 'The version of the API in which the data are'),
    createdAt: instant,
    data: dataSchema.nullable().meta({
      description: 'The object in its present state; null once it is erased or deleted',
    }),
  })
  .meta({ id: 'Event' });
