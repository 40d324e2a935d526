import type { Member } from '#app/accounts/actor.server.ts';
import type { EventType } from './event-types.ts';

/** A row of `events` whose type has an object. */
export type EventRow = {
  seq: number;
  id: string;
  type: EventType | 'webhook.test';
  objectId: string | null;
  learnerId: string | null;
  createdAt: number;
};

/** The objects of an event by their names in the API. */
export type EventData = Record<string, unknown>;

type ReadData = (row: EventRow) => EventData | null;

let readData: ReadData | undefined;

/**
 * Sets how the API describes the object of an event. The start does it (app/start/connect.server.ts), because events import none
 * of the domains that cause them.
 */
export function describeEventsWith(read: ReadData) {
  readData = read;
}

/** An event as the API gives it. `data` is null once its object is erased or deleted. */
export type ApiEvent = {
  id: string;
  type: EventType | 'webhook.test';
  apiVersion: string;
  createdAt: string;
  data: EventData | null;
};

/** Version of the API in each event. It changes only with a change that breaks programs. */
export const API_VERSION = '1';

/** Describes an event with the present state of its object. */
export function toApiEvent(row: EventRow): ApiEvent {
  if (!readData) throw new Error('Nothing describes the objects of events');
  return {
    id: row.id,
    type: row.type,
    apiVersion: API_VERSION,
    createdAt: new Date(row.createdAt).toISOString(),
    data: readData(row),
  };
}

/**
 * Whose events are read: those of an organisation, which are about its certificates, batches and courses;
 * those of an account, which are about its payments and learning; or both. The two may have one ID.
 */
export type Audience = { organisation: string | null; account: string | null };

/** An actor reads the events of its organisation, and its own while it acts for itself or for the organisation that it registered. */
export function audienceOf({ organisation, user }: Member): Audience {
  if (!organisation) return { organisation: null, account: user.id };
  return { organisation: organisation.id, account: organisation.id === user.id ? user.id : null };
}

type Belongings = { type: string; accountId: string | null; learnerId: string | null };

/** Whether an event belongs to an audience. */
export function belongsTo({ organisation, account }: Audience, event: Belongings): boolean {
  const isOf = (id: string | null, owner: string | null) => owner !== null && id === owner;
  if (event.type.startsWith('payment.')) return isOf(event.accountId, account);
  return isOf(event.accountId, organisation) || isOf(event.learnerId, account);
}
