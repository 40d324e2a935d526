import { lt } from 'drizzle-orm';
import { broadcast, onBroadcast } from '#app/processes/other-processes.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { deleteSome, preparedSql, preparedValue, type Transaction } from '#db/client.ts';
import { events } from '#db/schema/events.ts';
import type { EventType } from './event-types.ts';

type Listener = () => void;

/** Callbacks that wait for an event of an account in this process. */
const waiting = new Map<string, Set<Listener>>();
/** Callbacks for the events of all accounts. */
const listeners = new Set<Listener>();
/** Accounts with new events in the present turn of the event loop. */
const fresh = new Set<string>();

function wake(accounts: readonly string[]) {
  for (const account of accounts) {
    for (const listener of waiting.get(account) ?? []) listener();
  }
  for (const listener of listeners) listener();
}

function tell() {
  const accounts = [...fresh];
  fresh.clear();
  wake(accounts);
  broadcast('events', accounts);
}

/** Notifies all processes of an account's new event, once after the present, synchronous transaction. */
export function announceEvent(account: string) {
  if (fresh.size === 0) setImmediate(tell);
  fresh.add(account);
}

/** Adds a callback for events of an account, and returns a function that removes it. It may run without a new event. */
export function onEventOf(account: string, listener: Listener): () => void {
  const all = waiting.get(account) ?? new Set();
  waiting.set(account, all.add(listener));
  return () => {
    all.delete(listener);
    if (all.size === 0 && waiting.get(account) === all) waiting.delete(account);
  };
}

/** Adds a callback for the events of all accounts, and returns a function that removes it. */
export function onAnyEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How many callbacks wait for events of an account in this process. */
export const waitingFor = (account: string): number => waiting.get(account)?.size ?? 0;

let isStopping = false;

/** Whether requests may wait for events. */
export const mayWait = () => !isStopping;

/** Wakes what waits in this process. From now on, no request waits, so that the server can stop. */
export function endWaits() {
  isStopping = true;
  wake([...waiting.keys()]);
}

/** Listens to the other processes. Returns a function that stops it. */
export function startHearingEvents(): () => void {
  isStopping = false;
  onBroadcast('events', (accounts) => {
    if (Array.isArray(accounts)) wake(accounts);
  });
  return () => onBroadcast('events', undefined);
}

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
