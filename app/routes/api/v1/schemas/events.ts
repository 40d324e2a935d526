import { z } from 'zod';
import 'zod-openapi';
import { EVENT_TYPES } from '#app/events/event-types.ts';
import { id, instant, text } from '#app/routes/api/v1/object.ts';
import { batchObject } from './batches.ts';
import { certificateObject } from './certificates.ts';
import { courseObject } from './courses.ts';
import { paymentObject } from './payments.ts';

/** The objects of events, each under its name. */
const dataSchema = z.union([
  z.strictObject({ certificate: certificateObject.schema }),
  z.strictObject({ batch: batchObject.schema }),
  z.strictObject({ payment: paymentObject.schema }),
  z.strictObject({
    course: courseObject.schema,
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
    createdAt: instant.schema,
    data: dataSchema.nullable().meta({
      description: 'The object in its present state; null once it is erased or deleted',
    }),
  })
  .meta({ id: 'Event' });
