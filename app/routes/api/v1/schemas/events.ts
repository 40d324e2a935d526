import { z } from 'zod';
import 'zod-openapi';
import 'zod-openapi';
import { EVENT_TYPES } from '#app/events/event-types.ts';
import { _id, id, instant, int, object, optionalText, part, text, url } from '#app/routes/api/v1/object.ts';
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

export const webhookObject = object('Webhook', {
  _id,
  url: url('https://example.org/hooks', 'Where events are sent'),
  types: z.array(z.enum(EVENT_TYPES)),
  active: z.boolean(),
  switchedOffBy: z
    .enum(['owner', 'failures'])
    .nullable()
    .meta({ description: 'Null while it is on; failures after five days of them' }),
  failingSince: instant.nullable().meta({ description: 'Null after a success' }),
  createdAt: instant,
});

export const newWebhookObject = object('NewWebhook', {
  ...webhookObject.members,
  secret: text(
    'whsec_…',
    'Checks signatures (Standard Webhooks). It is shown once, and not when the call is repeated with its Idempotency-Key',
  ).optional(),
});

export const deliveryObject = object('Delivery', {
  _id,
  event: part({ id, type: z.enum([...EVENT_TYPES, 'webhook.test']) }),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: int(1),
  status: z
    .int()
    .nullable()
    .meta({ description: 'HTTP status of the last answer; null without one', examples: [200] }),
  error: optionalText(null, 'Why the last try had no answer'),
  createdAt: instant,
  lastTriedAt: instant.nullable(),
  nextAttemptAt: instant.nullable().meta({ description: 'Null once it is delivered or given up' }),
  deliveredAt: instant.nullable(),
});
