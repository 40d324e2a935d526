import { redeliver } from '#app/events/webhooks/redeliver.server.ts';
import { serializeDelivery } from '#app/routes/api/v1/serialize.server.ts';
import { api } from './respond.ts';
import { success } from './schemas/responses.ts';
import { deliverySchema } from './schemas/webhooks.ts';

const resource = api('webhooks/:webhookId/deliveries/:deliveryId/redelivery').post({
  auth: 'bearer',
  scope: 'webhooks:write',
  summary: 'Send an event to a webhook again, with new tries',
  responses: { 202: success({ delivery: deliverySchema }) },
  failures: { 404: 'Not found.', 409: 'This webhook is off. Switch it on first.' },
  handle: ({ actor, params }) => ({
    status: 202,
    body: {
      success: true,
      delivery: serializeDelivery(redeliver(actor, params.webhookId, params.deliveryId)),
    },
  }),
});

export const loader = resource.loader;
export const action = resource.action;
