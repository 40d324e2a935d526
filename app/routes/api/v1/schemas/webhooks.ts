import { z } from 'zod';
import 'zod-openapi';
import { EVENT_TYPES } from '#app/events/event-types.ts';
import { id, instant, text, url } from './fields.ts';

export const webhookAnswerSchema = z
  .strictObject({
    _id: id,
    url: url('https://example.org/hooks', 'Where events are sent'),
    types: z.array(z.enum(EVENT_TYPES)),
    active: z.boolean(),
    switchedOffBy: z
      .enum(['owner', 'failures'])
      .nullable()
      .meta({ description: 'Null while it is on; failures after five days of them' }),
    failingSince: instant.nullable().meta({ description: 'Null after a success' }),
    createdAt: instant,
  })
  .meta({ id: 'Webhook' });

export const newWebhookSchema = z
  .strictObject({
    ...webhookAnswerSchema.shape,
    secret: text(
      'whsec_…',
      'Checks signatures (Standard Webhooks). It is shown once, and not when the call is repeated with its Idempotency-Key',
    ).optional(),
  })
  .meta({ id: 'NewWebhook' });

export const deliverySchema = z
  .strictObject({
    _id: id,
    event: z.strictObject({ id, type: z.enum([...EVENT_TYPES, 'webhook.test']) }),
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.int().meta({ examples: [1] }),
    status: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status of the last answer; null without one', examples: [200] }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why the last try had no answer', examples: [null] }),
    createdAt: instant,
    lastTriedAt: instant.nullable(),
    nextAttemptAt: instant.nullable().meta({ description: 'Null once it is delivered or given up' }),
    deliveredAt: instant.nullable(),
  })
  .meta({ id: 'Delivery' });
