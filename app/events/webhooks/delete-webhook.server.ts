import { eq } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { transaction } from '#db/client.ts';
import { webhooks } from '#db/schema/events.ts';
import { t } from '#messages';
import { ownWebhook } from './webhook.server.ts';

export const webhookDeleted = () => t('deleteWebhook.theWebhookWasDeleted');

/**
 * Deletes a webhook with its deliveries.
 * @throws AppError unauthenticated; not-found
 */
export function deleteWebhook(actor: Actor, id: string) {
  requireMember(actor);
  transaction((tx) => {
    const { seq } = ownWebhook(actor, id);
    tx.delete(webhooks).where(eq(webhooks.seq, seq)).run();
    recordAct(tx, actor, 'webhook.deleted', { object: ['webhook', id] });
  });
}
