import { eq } from 'drizzle-orm';
import { type Actor, principalId, requireMember } from '#app/accounts/actor.server.ts';
import { requireHourSince } from '#app/accounts/rate-limits.server.ts';
import { appendEvent } from '#app/events/append-event.server.ts';
import { preparedValue, transaction } from '#db/client.ts';
import { events } from '#db/schema/events.ts';
import { t } from '#messages';
import { type Delivery, deliveryOf } from './deliveries.server.ts';
import { addDelivery } from './queue-deliveries.server.ts';
import { ownWebhook, requireOn } from './webhook.server.ts';

export const testSent = () => t('testWebhook.aTestEventIsBeingSent');

/** Tests of an account in an hour, because each stores an event and a delivery for 30 days. */
const MOST_AN_HOUR = 60;
const earlierTest = preparedValue<number>(
  "select created_at from events where account_id = ? and type = 'webhook.test' order by seq desc limit 1 offset ?",
);

/**
 * Sends an event of the type webhook.test to a webhook, once. It is not in the feed.
 * @throws AppError unauthenticated; not-found; conflict while the webhook is off; rate-limited
 */
export function testWebhook(actor: Actor, id: string): Delivery {
  requireMember(actor);
  return transaction((tx) => {
    const webhook = ownWebhook(actor, id);
    requireOn(webhook);
    requireHourSince(earlierTest().get(principalId(actor), MOST_AN_HOUR - 1));
    const seq = appendEvent(tx, 'webhook.test', { objectId: webhook.id, accountId: principalId(actor) });
    const event = tx.select({ id: events.id }).from(events).where(eq(events.seq, seq)).get();
    // Its own key, so that it waits for no other test.
    const delivery = addDelivery(webhook.seq, { seq, id: event?.id ?? '', objectId: null });
    return deliveryOf(webhook.seq, delivery);
  });
}
