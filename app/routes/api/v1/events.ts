import { z } from 'zod';
import { eventsQuerySchema } from '#app/events/event.schema.ts';
import { readEvents } from '#app/events/read-events.server.ts';
import {
  createWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from '#app/events/webhooks/change-webhook.server.ts';
import { listDeliveries, redeliver, testWebhook } from '#app/events/webhooks/deliveries.server.ts';
import {
  deleteWebhook,
  findWebhook,
  listWebhooks,
  webhookChangesSchema,
  webhookDeleted,
  webhookListSchema,
  webhookSchema,
} from '#app/events/webhooks/webhook.server.ts';
import { resource } from './respond.ts';
import { done, listOf, success, TOO_MANY } from './schemas/responses.ts';
import 'zod-openapi';
import { EVENT_TYPES } from '#app/events/event-types.ts';
import { _id, id, instant, int, object, optionalText, part, text, url } from './object.ts';
import { batchObject } from './schemas/batches.ts';
import { certificateObject } from './schemas/certificates.ts';
import { courseObject } from './schemas/courses.ts';
import { paymentObject } from './schemas/payments.ts';

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

export const api = resource();

api('events').get({
  auth: 'bearer',
  scope: 'any',
  summary:
    'What happened to the caller’s certificates, batches, payments and courses in the last 30 days, oldest first. A token with scopes reads the types of the objects that it may read',
  query: eventsQuerySchema,
  responses: { 200: listOf('events', feedEventSchema) },
  headers: { Link: 'The next page, rel="next"; absent on the last page' },
  failures: { 403: 'This token does not cover these events.', 429: TOO_MANY },
  async handle({ actor, query }) {
    const { events, nextCursor } = await readEvents(actor, query);
    return { body: { success: true, events, nextCursor } };
  },
});

api('webhooks')
  .get({
    auth: 'bearer',
    scope: 'webhooks:write',
    summary: 'The webhooks of the account, newest first',
    query: webhookListSchema,
    since: { list: 'webhooks', at: 'createdAt', inOrder: true },
    responses: { 200: listOf('webhooks', webhookObject) },
    headers: { Link: 'The next page, rel="next"; absent on the last page' },
    handle({ actor, query }) {
      const { webhooks, nextCursor } = listWebhooks(actor, query);
      return {
        body: { success: true, webhooks: webhooks.map(webhookObject.serialize), nextCursor },
      };
    },
  })
  .post({
    auth: 'bearer',
    scope: 'webhooks:write',
    summary:
      'Have events sent to an address from now on (Standard Webhooks). A token with scopes needs those of the types, too',
    body: webhookSchema,
    example: { url: 'https://example.org/hooks', types: ['certificate.issued', 'certificate.revoked'] },
    secrets: ['secret'],
    responses: { 201: success({ webhook: newWebhookObject }) },
    handle: async ({ actor, input }) => createWebhook(actor, await input()),
    answer: ({ webhook, secret }) => ({
      status: 201,
      body: { success: true, webhook: newWebhookObject.serialize({ ...webhook, secret }) },
    }),
  });

api('webhooks/:webhookId')
  .get({
    auth: 'bearer',
    scope: 'webhooks:write',
    summary: 'One webhook',
    responses: { 200: success({ webhook: webhookObject }) },
    failures: { 404: 'Not found.' },
    handle: ({ actor, params }) => ({
      body: { success: true, webhook: webhookObject.serialize(findWebhook(actor, params.webhookId)) },
    }),
  })
  .patch({
    auth: 'bearer',
    scope: 'webhooks:write',
    summary: 'Change a webhook, or switch it off or on. A token with scopes needs those of its types, too',
    body: webhookChangesSchema,
    example: { types: ['certificate.issued'], active: true },
    responses: { 200: success({ webhook: webhookObject }) },
    failures: { 404: 'Not found.' },
    handle: async ({ actor, params, input }) => updateWebhook(actor, params.webhookId, await input()),
    answer: (webhook) => ({
      body: { success: true, webhook: webhookObject.serialize(webhook) },
    }),
  })
  .delete({
    auth: 'bearer',
    scope: 'webhooks:write',
    summary: 'Delete a webhook with its deliveries',
    responses: { 200: done(webhookDeleted()) },
    failures: { 404: 'Not found.' },
    handle: async ({ actor, params }) => deleteWebhook(actor, params.webhookId),
    answer: () => ({ body: { success: true, message: webhookDeleted() } }),
  });

api('webhooks/:webhookId/test').post({
  auth: 'bearer',
  scope: 'webhooks:write',
  summary: 'Send an event of the type webhook.test to a webhook, once. Its deliveries show what became of it',
  responses: { 202: success({ delivery: deliveryObject }) },
  failures: { 404: 'Not found.', 409: 'This webhook is off. Switch it on first.' },
  handle: ({ actor, params }) => ({
    status: 202,
    body: { success: true, delivery: deliveryObject.serialize(testWebhook(actor, params.webhookId)) },
  }),
});

api('webhooks/:webhookId/secret').post({
  auth: 'bearer',
  scope: 'webhooks:write',
  summary: 'Give a webhook a new secret, which is shown once. For 24 hours, events are signed with both',
  secrets: ['secret'],
  responses: { 201: success({ webhook: newWebhookObject }) },
  failures: { 404: 'Not found.' },
  handle({ actor, params }) {
    const { webhook, secret } = rotateWebhookSecret(actor, params.webhookId);
    return {
      status: 201,
      body: { success: true, webhook: newWebhookObject.serialize({ ...webhook, secret }) },
    };
  },
});

api('webhooks/:webhookId/deliveries').get({
  auth: 'bearer',
  scope: 'webhooks:write',
  summary: 'The events for a webhook in the last 30 days, newest first, and what became of them',
  query: webhookListSchema,
  since: { list: 'deliveries', at: 'createdAt', inOrder: true },
  responses: { 200: listOf('deliveries', deliveryObject) },
  headers: { Link: 'The next page, rel="next"; absent on the last page' },
  failures: { 404: 'Not found.' },
  handle({ actor, params, query }) {
    const { deliveries, nextCursor } = listDeliveries(actor, params.webhookId, query);
    return {
      body: { success: true, deliveries: deliveries.map(deliveryObject.serialize), nextCursor },
    };
  },
});

api('webhooks/:webhookId/deliveries/:deliveryId/redelivery').post({
  auth: 'bearer',
  scope: 'webhooks:write',
  summary: 'Send an event to a webhook again, with new tries',
  responses: { 202: success({ delivery: deliveryObject }) },
  failures: { 404: 'Not found.', 409: 'This webhook is off. Switch it on first.' },
  handle: ({ actor, params }) => ({
    status: 202,
    body: {
      success: true,
      delivery: deliveryObject.serialize(redeliver(actor, params.webhookId, params.deliveryId)),
    },
  }),
});
