import { deleteWebhook, webhookDeleted } from '#app/events/webhooks/delete-webhook.server.ts';
import { updateWebhook } from '#app/events/webhooks/update-webhook.server.ts';
import { webhookChangesSchema } from '#app/events/webhooks/webhook.schema.ts';
import { findWebhook } from '#app/events/webhooks/webhook.server.ts';
import { serializeWebhook } from '#app/routes/api/v1/serialize.server.ts';
import { api } from './respond.ts';
import { done, success } from './schemas/responses.ts';
import { webhookAnswerSchema } from './schemas/webhooks.ts';

const resource = api('webhooks/:webhookId')
  .get({
    auth: 'bearer',
    scope: 'webhooks:write',
    summary: 'One webhook',
    responses: { 200: success({ webhook: webhookAnswerSchema }) },
    failures: { 404: 'Not found.' },
    handle: ({ actor, params }) => ({
      body: { success: true, webhook: serializeWebhook(findWebhook(actor, params.webhookId)) },
    }),
  })
  .patch({
    auth: 'bearer',
    scope: 'webhooks:write',
    summary: 'Change a webhook, or switch it off or on. A token with scopes needs those of its types, too',
    body: webhookChangesSchema,
    example: { types: ['certificate.issued'], active: true },
    responses: { 200: success({ webhook: webhookAnswerSchema }) },
    failures: { 404: 'Not found.' },
    async handle({ actor, params, input, keep }) {
      const toAnswer = (webhook: Awaited<ReturnType<typeof updateWebhook>>) => ({
        body: { success: true, webhook: serializeWebhook(webhook) },
      });
      return toAnswer(await updateWebhook(actor, params.webhookId, await input(), keep(toAnswer)));
    },
  })
  .delete({
    auth: 'bearer',
    scope: 'webhooks:write',
    summary: 'Delete a webhook with its deliveries',
    responses: { 200: done(webhookDeleted()) },
    failures: { 404: 'Not found.' },
    async handle({ actor, params, keep }) {
      const answer = { body: { success: true, message: webhookDeleted() } };
      await deleteWebhook(
        actor,
        params.webhookId,
        keep(() => answer),
      );
      return answer;
    },
  });

export const loader = resource.loader;
export const action = resource.action;
