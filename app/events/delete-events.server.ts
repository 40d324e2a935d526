import { lt } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { deleteSome, preparedSql, type Transaction } from '#db/client.ts';
import { events } from '#db/schema/events.ts';

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
