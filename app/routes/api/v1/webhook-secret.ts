import { rotateWebhookSecret } from '#app/events/webhooks/rotate-webhook-secret.server.ts';
import { serializeWebhook } from '#app/routes/api/v1/serialize.server.ts';
import { api } from './respond.ts';
import { success } from './schemas/responses.ts';
import { newWebhookSchema } from './schemas/webhooks.ts';

const resource = api('webhooks/:webhookId/secret').post({
  auth: 'bearer',
  scope: 'webhooks:write',
  summary: 'Give a webhook a new secret, which is shown once. For 24 hours, events are signed with both',
  secrets: ['secret'],
  responses: { 201: success({ webhook: newWebhookSchema }) },
  failures: { 404: 'Not found.' },
  handle({ actor, params }) {
    const { webhook, secret } = rotateWebhookSecret(actor, params.webhookId);
    return { status: 201, body: { success: true, webhook: { ...serializeWebhook(webhook), secret } } };
  },
});

export const loader = resource.loader;
export const action = resource.action;
