import { testWebhook } from '#app/events/webhooks/test-webhook.server.ts';
import { serializeDelivery } from '#app/routes/api/v1/serialize.server.ts';
import { api } from './respond.ts';
import { success } from './schemas/responses.ts';
import { deliverySchema } from './schemas/webhooks.ts';

const resource = api('webhooks/:webhookId/test').post({
  auth: 'bearer',
  scope: 'webhooks:write',
  summary: 'Send an event of the type webhook.test to a webhook, once. Its deliveries show what became of it',
  responses: { 202: success({ delivery: deliverySchema }) },
  failures: { 404: 'Not found.', 409: 'This webhook is off. Switch it on first.' },
  handle: ({ actor, params }) => ({
    status: 202,
    body: { success: true, delivery: serializeDelivery(testWebhook(actor, params.webhookId)) },
  }),
});

export const loader = resource.loader;
export const action = resource.action;
