import { and, desc, eq, lt } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, principalId, requireMember } from '#app/accounts/actor.server.ts';
import { requireHourSince } from '#app/accounts/rate-limits.server.ts';
import { announceEvent, appendEvent } from '#app/events/append-event.server.ts';
import { isEventType } from '#app/events/event-types.ts';
import { eventsAfter, newestPlace } from '#app/events/read-events.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { page, seqBefore } from '#app/shared/list-queries.server.ts';
import { db, preparedSql, preparedValue, transaction } from '#db/client.ts';
import { events, webhookDeliveries } from '#db/schema/events.ts';
import { t } from '#messages';
import type { WebhookRow, webhookListSchema } from './webhook.server.ts';
import { audienceOfWebhook, ownWebhook, requireOn } from './webhook.server.ts';

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
function addDelivery(webhookSeq: number, event: { seq: number; id: string; objectId: string | null }) {
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

/** What became of an event for a webhook. Times are in ms UTC. */
type Delivery = {
  id: string;
  event: { id: string; type: string };
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /** HTTP status of the last answer, or null without one. */
  status: number | null;
  /** Why the last try failed, or null. */
  error: string | null;
  createdAt: number;
  lastTriedAt: number | null;
  nextAttemptAt: number | null;
  deliveredAt: number | null;
};

const select = () =>
  db()
    .select({ delivery: webhookDeliveries, event: { id: events.id, type: events.type } })
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.seq, webhookDeliveries.eventSeq))
    .$dynamic();

type Row = { delivery: typeof webhookDeliveries.$inferSelect; event: Delivery['event'] };

function toDelivery({ delivery, event }: Row): Delivery {
  const { id, attempts, status, error, createdAt, lastTriedAt, nextAttemptAt, deliveredAt } = delivery;
  const ended = deliveredAt === null ? 'failed' : 'delivered';
  const state = nextAttemptAt === null ? ended : 'waiting';
  const tries = { attempts, lastTriedAt, nextAttemptAt, deliveredAt };
  return { id, event, state, status, error: error && failureText(error), createdAt, ...tries };
}

/**
 * Deliveries of one of the actor's webhooks, newest first.
 * @throws AppError unauthenticated; not-found; invalid for an unknown cursor
 */
export function listDeliveries(
  actor: Actor,
  webhookId: string,
  { limit, cursor }: z.output<typeof webhookListSchema>,
): { deliveries: Delivery[]; nextCursor: string | null } {
  const { seq } = ownWebhook(actor, webhookId);
  const found = select()
    .where(and(eq(webhookDeliveries.webhookSeq, seq), lt(webhookDeliveries.seq, seqBefore(cursor))))
    .orderBy(desc(webhookDeliveries.seq))
    .limit(limit + 1)
    .all()
    .map((row) => ({ seq: row.delivery.seq, row }));
  const { rows, nextCursor } = page(found, limit);
  return { deliveries: rows.map(({ row }) => toDelivery(row)), nextCursor };
}

/** A delivery of a webhook. @throws AppError not-found */
function deliveryOf(webhookSeq: number, id: string): Delivery {
  const row = select()
    .where(and(eq(webhookDeliveries.webhookSeq, webhookSeq), eq(webhookDeliveries.id, id)))
    .get();
  if (!row) throw notFound();
  return toDelivery(row);
}

/** The texts of failures, by the codes that are stored. The receiver was not reached, or did not answer. */
const TEXTS = {
  'no-address': () => t('deliveryFailure.itsNameHasNoAddress'),
  'not-public': () => t('sendWebhook.itsAddressIsNotPublic'),
  'no-answer': () => t('deliveryFailure.itDidNotAnswerWithin10Seconds'),
  'unreadable-event': () => t('deliveryFailure.theEventCannotBeRead'),
  'unreadable-secret': () => t('deliveryFailure.itsSecretCannotBeReadAnyMore'),
};

type Failure = keyof typeof TEXTS;

/** A failure with a code that `failureText` translates. */
export class DeliveryFailure extends Error {
  constructor(failure: Failure) {
    super(failure);
  }
}

/** Returns the text of a stored failure in the reader's language. Network errors are stored as Node's message and returned unchanged. */
const failureText = (stored: string): string =>
  Object.hasOwn(TEXTS, stored) ? TEXTS[stored as Failure]() : stored;

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
