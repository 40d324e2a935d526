import { lt } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { deleteSome, preparedSql, preparedValue, type Transaction } from '#db/client.ts';
import { events } from '#db/schema/events.ts';
import type { EventType } from './event-types.ts';
import { announceEvent } from './event-wake-up.server.ts';

const lastId = preparedValue<string>('select id from events order by seq desc limit 1');

const insertEvent = preparedSql(
  `insert into events (id, type, object_id, account_id, learner_id, created_at)
   values (@id, @type, @objectId, @accountId, @learnerId, @at)`,
);

/** The next UUID of version 7 in order. Only its random part is counted up. */
function idAfter(id: string): string {
  const hex = id.replaceAll('-', '');
  const next = (BigInt(`0x${hex.slice(17)}`) + 1n).toString(16).padStart(15, '0');
  const all = hex.slice(0, 17) + next.slice(-15);
  return `${all.slice(0, 8)}-${all.slice(8, 12)}-${all.slice(12, 16)}-${all.slice(16, 20)}-${all.slice(20)}`;
}

/** An ID above all others: processes share the table, and clocks may be set back. */
function nextEventId(): string {
  const fresh = newId();
  const last = lastId().get();
  return last === undefined || last < fresh ? fresh : idAfter(last);
}

type EventObject = {
  /** Public ID of the certificate, batch, payment or course. */
  objectId: string;
  /** The issuer, the payer, or the author of the course. */
  accountId: string;
  /** The learner, of events about a course; the author may be one. */
  learnerId?: string;
};

/**
 * Appends an event, in the transaction of its cause, so that both are stored or neither is. The feed (app/events/read-events.server.ts)
 * and webhooks send it with the present state of its object.
 */
export function appendEvent(
  _tx: Transaction,
  type: EventType | 'webhook.test',
  { objectId, accountId, learnerId }: EventObject,
) {
  const { lastInsertRowid } = insertEvent().run({
    id: nextEventId(),
    type,
    objectId,
    accountId,
    learnerId: learnerId ?? null,
    at: now(),
  });
  announceEvent(accountId);
  if (learnerId !== undefined && learnerId !== accountId) announceEvent(learnerId);
  return Number(lastInsertRowid);
}

const RETENTION_MS = 30 * 86_400_000;

/** Deletes events, with their deliveries, after 30 days. */
export const sweepEvents = (limit: number) =>
  deleteSome(events, lt(events.createdAt, now() - RETENTION_MS), limit);

const clear = preparedSql('update events set object_id = null where object_id = ?');

/**
 * Clears the events of an object whose data are erased, in the transaction that erases them. Their IDs, types
 * and times stay. A foreign key clears the events of a deleted account.
 */
export function clearEvents(_tx: Transaction, objectId: string) {
  clear().run(objectId);
}
