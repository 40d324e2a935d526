import { lt } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { deleteSome } from '#db/client.ts';
import { events } from '#db/schema/events.ts';

const RETENTION_MS = 30 * 86_400_000;

/** Deletes events, with their deliveries, after 30 days. */
export const sweepEvents = (limit: number) =>
  deleteSome(events, lt(events.createdAt, now() - RETENTION_MS), limit);
