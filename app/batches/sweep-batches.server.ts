import { and, eq, lt, or, sql } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { db, deleteSome, transaction } from '#db/client.ts';
import { batches, batchRows } from '#db/schema/batches.ts';

/** How long a batch may stay ready without being started. */
const READY_MS = 30 * 86_400_000;
/** Writing the rows takes seconds. A batch that is still `checking` after an hour was interrupted by a crash. */
const CHECKING_MS = 3_600_000;
/** Rows of a batch per step. A batch has up to 10,000. */
const ROWS_AT_ONCE = 1_000;

const expired = () =>
  db()
    .select({ seq: batches.seq })
    .from(batches)
    .where(
      and(
        // Literals, so that SQLite uses the partial index of these states.
        sql`${batches.status} in ('checking', 'ready')`,
        lt(batches.createdAt, now() - CHECKING_MS),
        or(eq(batches.status, 'checking'), lt(batches.createdAt, now() - READY_MS)),
      ),
    )
    .limit(1)
    .get();

/**
 * Deletes some rows of a batch that was never started, or that a crash left half-written, and with its last rows the batch.
 * @param limit is returned when there may be more
 */
export function sweepBatches(limit: number): number {
  return transaction((tx) => {
    const batch = expired();
    if (!batch) return 0;
    // Hides the batch, so that nobody starts it without the rows that are gone.
    tx.update(batches).set({ status: 'checking' }).where(eq(batches.seq, batch.seq)).run();
    const deleted = deleteSome(batchRows, eq(batchRows.batchSeq, batch.seq), ROWS_AT_ONCE);
    if (deleted < ROWS_AT_ONCE) tx.delete(batches).where(eq(batches.seq, batch.seq)).run();
    return limit;
  });
}
