import { and, eq, sql } from 'drizzle-orm';
import { type MailedMember, membersWho } from '#app/accounts/organisations/members.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { webhookOffMail } from '#app/mail/site-mails.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { counter } from '#app/shared/metrics.server.ts';
import { preparedSql, type Transaction } from '#db/client.ts';
import { webhookDeliveries, webhooks } from '#db/schema/events.ts';

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

const due = preparedSql(
  `update webhook_deliveries set next_attempt_at = @now
   where webhook_seq = @webhookSeq and event_seq is not @except and next_attempt_at > @now`,
);

/** Makes the waiting deliveries of a webhook due now, perhaps except one. */
export const makeDue = (webhookSeq: number, except: number | null = null) =>
  due().run({ webhookSeq, except, now: now() });

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
