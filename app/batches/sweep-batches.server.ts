import { and, eq, lt, or, sql } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { deleteSome } from '#db/client.ts';
import { batches } from '#db/schema/batches.ts';

/** How long a batch may stay ready without being started. */
const READY_MS = 30 * 86_400_000;
/** Writing the rows takes seconds. A batch that is still `checking` after an hour was interrupted by a crash. */
const CHECKING_MS = 3_600_000;
/** Batches per step: deleting a batch deletes up to 10,000 rows with it. */
const MOST_AT_ONCE = 2;

/** Deletes some of the batches that were never started, or that a crash left half-written. */
export const sweepBatches = (limit: number) =>
  deleteSome(
    batches,
    and(
      // Literals, so that SQLite uses the partial index of these states.
      sql`${batches.status} in ('checking', 'ready')`,
      lt(batches.createdAt, now() - CHECKING_MS),
      or(eq(batches.status, 'checking'), lt(batches.createdAt, now() - READY_MS)),
    ),
    Math.min(limit, MOST_AT_ONCE),
  );
