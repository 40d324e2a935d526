import { listDeliveries } from '#app/events/webhooks/deliveries.server.ts';
import { webhookListSchema } from '#app/events/webhooks/webhook.schema.ts';
import { nextLink } from '#app/routes/api/v1/next-link.server.ts';
import { serializeDelivery } from '#app/routes/api/v1/serialize.server.ts';
import { api } from './respond.ts';
import { listOf } from './schemas/responses.ts';
import { deliverySchema } from './schemas/webhooks.ts';

const resource = api('webhooks/:webhookId/deliveries').get({
  auth: 'bearer',
  scope: 'webhooks:write',
  summary: 'The events for a webhook in the last 30 days, newest first, and what became of them',
  query: webhookListSchema,
  since: { list: 'deliveries', at: 'createdAt', inOrder: true },
  responses: { 200: listOf('deliveries', deliverySchema) },
  headers: { Link: 'The next page, rel="next"; absent on the last page' },
  failures: { 404: 'Not found.' },
  handle({ actor, params, query, request }) {
    const { deliveries, nextCursor } = listDeliveries(actor, params.webhookId, query);
    return {
      body: { success: true, deliveries: deliveries.map(serializeDelivery), nextCursor },
      headers: nextLink(request, nextCursor),
    };
  },
});

export const loader = resource.loader;
export const action = resource.action;
