import { eq } from 'drizzle-orm';
import { type Actor, principalId, requireMember } from '#app/accounts/actor.server.ts';
import { announceEvent } from '#app/events/event-wake-up.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { transaction } from '#db/client.ts';
import { webhookDeliveries } from '#db/schema/events.ts';
import { t } from '#messages';
import { type Delivery, deliveryOf } from './deliveries.server.ts';
import { ownWebhook, requireOn } from './webhook.server.ts';

export const redelivered = () => t('redeliver.theEventIsSentAgain');

/**
 * Sends an event to a webhook again, after any outcome, with new tries.
 * @throws AppError unauthenticated; not-found; conflict while the webhook is off
 */
export function redeliver(actor: Actor, webhookId: string, deliveryId: string): Delivery {
  requireMember(actor);
  const delivery = transaction((tx) => {
    const webhook = ownWebhook(actor, webhookId);
    const { id, nextAttemptAt } = deliveryOf(webhook.seq, deliveryId);
    requireOn(webhook);
    // Another time than that of an attempt under way, whose outcome then does not count.
    const at = nextAttemptAt === now() ? now() - 1 : now();
    const again = { nextAttemptAt: at, attempts: 0, firstTriedAt: null, deliveredAt: null };
    tx.update(webhookDeliveries).set(again).where(eq(webhookDeliveries.id, id)).run();
    return deliveryOf(webhook.seq, id);
  });
  announceEvent(principalId(actor));
  return delivery;
}
