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
