import { and, eq, isNull, sql } from 'drizzle-orm';
import { type MailedMember, membersWho } from '#app/accounts/organisations/members.server.ts';
import { belongsTo, type EventRow } from '#app/events/event-objects.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { webhookOffMail } from '#app/mail/site-mails.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { counter } from '#app/shared/metrics.server.ts';
import { db, preparedSql, preparedValue, type Transaction } from '#db/client.ts';
import { events, webhookDeliveries, webhooks } from '#db/schema/events.ts';
import { queueDeliveries } from './deliveries.server.ts';
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

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Delays after each failed try. After the last one, it is that of LATER_MS. */
const RETRY_AFTER_MS = [5 * SECOND_MS, 60 * SECOND_MS, 600 * SECOND_MS, HOUR_MS];
const LATER_MS = 6 * HOUR_MS;
/** An event is given up this long after its first try. */
const GIVE_UP_MS = 3 * DAY_MS;
/** A webhook is switched off after failing for this long. */
const SWITCH_OFF_MS = 5 * DAY_MS;

const attempts = counter({
  name: 'webhook_attempts',
  help: 'Attempts to send an event to a webhook since the start.',
  labels: ['result'],
});

/** An attempt to deliver an event. */
export type Attempt = {
  deliveryId: string;
  webhookSeq: number;
  /** The oldest event that waits, if the receiver refused it just before this attempt for another one. */
  refusedSeq: number | null;
  /** Of earlier tries. */
  attempts: number;
  firstTriedAt: number | null;
  /** For when it was planned. */
  plannedFor: number | null;
  isTest: boolean;
  /** Whether it only asks if the receiver is back, before the turn of another event. It changes no plan. */
  isProbe: boolean;
};

/** An HTTP status, or the reason without one. Failures of this server do not count against the webhook. */
export type Outcome =
  | { status: number; error: null; isOurs?: undefined }
  | { status: null; error: string; isOurs?: boolean };

const isSuccess = ({ status }: Outcome) => status !== null && status >= 200 && status < 300;

const dueNow = preparedSql(
  `update webhook_deliveries set next_attempt_at = @now
   where webhook_seq = @webhookSeq and event_seq is not @except and next_attempt_at > @now`,
);

/** Makes the waiting deliveries of a webhook due now, perhaps except one. */
export const makeDue = (webhookSeq: number, except: number | null = null) =>
  dueNow().run({ webhookSeq, except, now: now() });

function nextAttempt({ attempts, firstTriedAt, isTest }: Attempt, at: number): number | null {
  const next = at + (RETRY_AFTER_MS[attempts] ?? LATER_MS);
  return isTest || next > (firstTriedAt ?? at) + GIVE_UP_MS ? null : next;
}

/** Super admins have no address. */
const accountToMail = preparedSql<MailedMember>(
  'select name, email from users where id = ? and email is not null',
);

/** Who looks after a webhook: the owner of its organisation, or its account. */
function keepersOf(id: string): MailedMember[] {
  const owners = membersWho(id, 'manage');
  return owners.length > 0 ? owners : accountToMail().all(id);
}

/** Counts a failure. After days of failures, switches the webhook off, with a mail. */
function recordFailure(tx: Transaction, webhookSeq: number, at: number) {
  const webhook = tx
    .update(webhooks)
    .set({ failingSince: sql`coalesce(${webhooks.failingSince}, ${at})` })
    .where(eq(webhooks.seq, webhookSeq))
    .returning()
    .get();
  if (!webhook || webhook.switchedOffAt !== null) return;
  if (at - (webhook.failingSince ?? at) < SWITCH_OFF_MS) return;
  const off = { switchedOffAt: at, switchedOffBy: 'failures' as const };
  tx.update(webhooks).set(off).where(eq(webhooks.seq, webhookSeq)).run();
  for (const { name, email } of keepersOf(webhook.userId))
    enqueueMail(tx, webhookOffMail({ name, email }, webhook.url));
}

/** The first success after failures: the receiver is back, so all that waits is sent now, in its order. */
function recordSuccess(tx: Transaction, { webhookSeq, refusedSeq }: Attempt) {
  const webhook = tx
    .select({ failingSince: webhooks.failingSince })
    .from(webhooks)
    .where(eq(webhooks.seq, webhookSeq))
    .get();
  if (!webhook?.failingSince) return;
  tx.update(webhooks).set({ failingSince: null }).where(eq(webhooks.seq, webhookSeq)).run();
  makeDue(webhookSeq, refusedSeq);
}

/** Records the outcome of an attempt, in a transaction. A delivery that was asked for again meanwhile stays due. */
export function recordOutcome(tx: Transaction, attempt: Attempt, outcome: Outcome) {
  const at = now();
  const isDelivered = isSuccess(outcome);
  attempts.inc({ result: isDelivered ? 'delivered' : 'failed' });
  const tried = {
    lastTriedAt: at,
    firstTriedAt: attempt.firstTriedAt ?? at,
    status: outcome.status,
    error: outcome.error,
  };
  const plan = isDelivered
    ? { attempts: attempt.attempts + 1, nextAttemptAt: null, deliveredAt: at }
    : { attempts: attempt.attempts + 1, nextAttemptAt: nextAttempt(attempt, at) };
  const changes = attempt.isProbe && !isDelivered ? tried : { ...tried, ...plan };
  const isSame = sql`${webhookDeliveries.nextAttemptAt} is ${attempt.plannedFor}`;
  tx.update(webhookDeliveries)
    .set(changes)
    .where(and(eq(webhookDeliveries.id, attempt.deliveryId), isSame))
    .run();
  if (isDelivered) recordSuccess(tx, attempt);
  else if (!outcome.isOurs) recordFailure(tx, attempt.webhookSeq, at);
}
