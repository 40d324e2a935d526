import { and, eq, isNull } from 'drizzle-orm';
import { belongsTo, type EventRow } from '#app/events/event-objects.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { db, preparedSql, preparedValue } from '#db/client.ts';
import { events, webhookDeliveries, webhooks } from '#db/schema/events.ts';
import { queueDeliveries } from './queue-deliveries.server.ts';
import { audienceOfWebhook, type WebhookRow } from './webhook.server.ts';

/** A delivery whose turn it is. */
export type Planned = {
  webhook: WebhookRow;
  event: EventRow;
  deliveryId: string;
  attempts: number;
  firstTriedAt: number | null;
  plannedFor: number | null;
  isTest: boolean;
  isProbe: boolean;
  /** Whether no older event waits. */
  isOldest: boolean;
};

/** The oldest event is not tried more often than this because of others. */
const PROBE_AGAIN_MS = 5_000;

/** The oldest due event, among those whose object has no older one that waits. */
const due = preparedValue<number>(
  `select d.event_seq from webhook_deliveries d
   where d.webhook_seq = (select @webhook) and d.next_attempt_at <= (select @now) and not exists
     (select 1 from webhook_deliveries older where older.webhook_seq = d.webhook_seq and older.order_key = d.order_key
       and older.event_seq < d.event_seq and older.next_attempt_at is not null)
   order by d.event_seq limit 1`,
);
const oldest = preparedSql<{ eventSeq: number; lastTriedAt: number | null }>(
  `select event_seq as eventSeq, last_tried_at as lastTriedAt from webhook_deliveries
   where webhook_seq = (select ?) and next_attempt_at is not null order by event_seq limit 1`,
);
const anyDue = preparedValue<number>(
  `select 1 from webhook_deliveries where next_attempt_at is not null and next_attempt_at <= ? limit 1`,
);
const allDue = preparedValue<number>(
  `select seq from webhooks where switched_off_at is null and exists
     (select 1 from webhook_deliveries d where d.webhook_seq = webhooks.seq and d.next_attempt_at <= @now)`,
);

type Queued = Pick<WebhookRow, 'seq' | 'userId'> & { types: string; ofOrganisation: 0 | 1 };
const toQueued = ({ types, ofOrganisation, ...row }: Queued) => ({
  ...row,
  types: JSON.parse(types) as string[],
  ofOrganisation: ofOrganisation === 1,
});
const on = preparedSql<Queued>(
  'select seq, user_id as userId, of_organisation as ofOrganisation, types from webhooks where switched_off_at is null',
);
const onOfEvents = preparedSql<Queued>(
  `select seq, user_id as userId, of_organisation as ofOrganisation, types from webhooks where switched_off_at is null and user_id in
     (select account_id from events where seq > @after union select learner_id from events where seq > @after)`,
);

export const webhooksOn = () => on().all().map(toQueued);

/** The webhooks that are on, of accounts with events after a place. */
export const webhooksOf = (after: number) => onOfEvents().all({ after }).map(toQueued);

/** The `seq`s of webhooks with something due. */
export const webhooksDue = (): number[] =>
  anyDue().get(now()) === undefined ? [] : allDue().all({ now: now() });

function planned(webhook: WebhookRow, eventSeq: number) {
  const [row] = db()
    .select({ delivery: webhookDeliveries, event: events })
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.seq, webhookDeliveries.eventSeq))
    .where(and(eq(webhookDeliveries.webhookSeq, webhook.seq), eq(webhookDeliveries.eventSeq, eventSeq)))
    .all();
  if (!row) return undefined;
  const { delivery, event } = row;
  const isTest = event.type === 'webhook.test';
  return {
    webhook,
    // What became another's meanwhile is sent without its object.
    event: (isTest || belongsTo(audienceOfWebhook(webhook), event)
      ? event
      : { ...event, objectId: null }) as EventRow,
    deliveryId: delivery.id,
    attempts: delivery.attempts,
    firstTriedAt: delivery.firstTriedAt,
    plannedFor: delivery.nextAttemptAt,
    isTest,
  };
}

/**
 * The delivery of a webhook to try now, or undefined.
 *
 * While the receiver fails, the oldest waiting event is tried before each of the others. If it succeeds, the
 * receiver is back, and all events follow in their order. If only the oldest one fails, it delays those about
 * other objects for seconds.
 * @param mayPass whether the receiver just refused the oldest one, so that another may be tried
 */
export function nextDelivery(seq: number, mayPass: boolean): Planned | undefined {
  const webhook = db()
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.seq, seq), isNull(webhooks.switchedOffAt)))
    .get();
  if (!webhook) return undefined;
  const findDue = () => due().get({ webhook: seq, now: now() });
  let next = findDue();
  // There may be more than fitted into the queue.
  if (next === undefined && queueDeliveries(webhook) > 0) next = findDue();
  if (next === undefined) return undefined;
  const first = webhook.failingSince === null ? undefined : oldest().get(seq);
  const isProbe = first !== undefined && first.eventSeq < next && !mayPass;
  if (isProbe && now() - (first.lastTriedAt ?? 0) < PROBE_AGAIN_MS) return undefined;
  const found = planned(webhook, isProbe ? first.eventSeq : next);
  return found && { ...found, isProbe, isOldest: isProbe || first === undefined || first.eventSeq === next };
}
