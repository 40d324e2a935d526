import { eq } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { deleteInSteps } from '#app/shared/delete-in-steps.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { webhookDeliveries, webhooks } from '#db/schema/events.ts';
import { t } from '#messages';
import { ownWebhook } from './webhook.server.ts';

export const webhookDeleted = () => t('deleteWebhook.theWebhookWasDeleted');

const STEP_ROWS = 500;

/**
 * Deletes a webhook with its deliveries.
 * @throws AppError unauthenticated; not-found
 */
export async function deleteWebhook(actor: Actor, id: string): Promise<void> {
  requireMember(actor);
  const own = eq(webhookDeliveries.webhookSeq, ownWebhook(actor, id).seq);
  // In steps, because there may be a million.
  await deleteInSteps(webhookDeliveries, own, STEP_ROWS);
  transaction((tx) => {
    const { seq } = ownWebhook(actor, id);
    tx.delete(webhooks).where(eq(webhooks.seq, seq)).run();
    recordAct(tx, actor, 'webhook.deleted', { object: ['webhook', id] });
    storeAnswer(tx);
  });
}
