import { createWebhook } from '#app/events/webhooks/create-webhook.server.ts';
import { webhookListSchema, webhookSchema } from '#app/events/webhooks/webhook.schema.ts';
import { listWebhooks } from '#app/events/webhooks/webhook.server.ts';
import { nextLink } from '#app/routes/api/v1/next-link.server.ts';
import { serializeWebhook } from '#app/routes/api/v1/serialize.server.ts';
import { api } from './respond.ts';
import { listOf, success } from './schemas/responses.ts';
import { newWebhookSchema, webhookAnswerSchema } from './schemas/webhooks.ts';

const resource = api('webhooks')
  .get({
    auth: 'bearer',
    scope: 'webhooks:write',
    summary: 'The webhooks of the account, newest first',
    query: webhookListSchema,
    since: { list: 'webhooks', at: 'createdAt', inOrder: true },
    responses: { 200: listOf('webhooks', webhookAnswerSchema) },
    headers: { Link: 'The next page, rel="next"; absent on the last page' },
    handle({ actor, query, request }) {
      const { webhooks, nextCursor } = listWebhooks(actor, query);
      return {
        body: { success: true, webhooks: webhooks.map(serializeWebhook), nextCursor },
        headers: nextLink(request, nextCursor),
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
    responses: { 201: success({ webhook: newWebhookSchema }) },
    async handle({ actor, input, keep }) {
      const toAnswer = ({ webhook, secret }: Awaited<ReturnType<typeof createWebhook>>) => ({
        status: 201,
        body: { success: true, webhook: { ...serializeWebhook(webhook), secret } },
      });
      return toAnswer(await createWebhook(actor, await input(), keep(toAnswer)));
    },
  });

export const loader = resource.loader;
export const action = resource.action;
