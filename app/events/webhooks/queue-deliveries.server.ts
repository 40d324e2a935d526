import { isEventType } from '#app/events/event-types.ts';
import { eventsAfter, newestPlace } from '#app/events/events-after.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { preparedSql, preparedValue, transaction } from '#db/client.ts';
import { audienceOfWebhook, type WebhookRow } from './webhook.server.ts';

/**
 * Deliveries of one webhook that may wait. Further events wait in the table of events, so that a receiver that is down costs a limited
 * number of rows and tries.
 */
const MOST_WAITING = 1_000;
/** Deliveries added in one step, because requests wait meanwhile. */
const STEP = 20;

const waiting = preparedValue<number>(
  'select count(*) from webhook_deliveries where webhook_seq = ? and next_attempt_at is not null',
);
const queuedUntil = preparedValue<number>('select queued_seq from webhooks where seq = ?');
const setQueued = preparedSql('update webhooks set queued_seq = ? where seq = ?');
const insertDelivery = preparedSql(
  `insert into webhook_deliveries (id, webhook_seq, event_seq, order_key, created_at, next_attempt_at)
   values (@id, @webhookSeq, @eventSeq, @orderKey, @at, @at) on conflict do nothing`,
);

/** Adds a delivery of an event, which is due now. Returns its ID. */
export function addDelivery(webhookSeq: number, event: { seq: number; id: string; objectId: string | null }) {
  const id = newId();
  const orderKey = event.objectId ?? event.id;
  insertDelivery().run({ id, webhookSeq, eventSeq: event.seq, orderKey, at: now() });
  return id;
}

/** Adds deliveries of some of a webhook's new events, in a transaction. @returns how many */
export function queueDeliveries(
  webhook: Pick<WebhookRow, 'seq' | 'userId' | 'ofOrganisation' | 'types'>,
): number {
  const { seq, types } = webhook;
  const room = Math.min(STEP, MOST_WAITING - (waiting().get(seq) ?? 0));
  if (room <= 0) return 0;
  return transaction(() => {
    const newest = newestPlace();
    const audience = audienceOfWebhook(webhook);
    const rows = eventsAfter(audience, types.filter(isEventType), queuedUntil().get(seq) ?? newest, room);
    for (const row of rows) addDelivery(seq, row);
    setQueued().run(rows.length < room ? newest : (rows.at(-1)?.seq ?? newest), seq);
    return rows.length;
  });
}
