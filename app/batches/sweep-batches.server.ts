import { and, eq, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { daysAgo, now } from '#app/shared/clock.server.ts';
import { db, deleteSome, transaction } from '#db/client.ts';
import { batches, batchRows } from '#db/schema/batches.ts';

/** Writing the rows takes seconds. A batch that is still `checking` after an hour was interrupted by a crash. */
const CHECKING_MS = 3_600_000;
/** How long a file waits for answers about it. */
const WAITING_MS = 24 * CHECKING_MS;
/** Rows of a batch per step. A batch has up to 10,000. */
const ROWS_AT_ONCE = 1_000;

/** Batches that could not be deleted. They are tried again after all others. */
const failed = new Set<number>();

const expired = () =>
  db()
    .select({ seq: batches.seq })
    .from(batches)
    .where(
      and(
        // Literals, so that SQLite uses the partial index of these states.
        sql`${batches.status} in ('checking', 'ready')`,
        lt(batches.createdAt, now() - CHECKING_MS),
        notInArray(batches.seq, [...failed]),
        or(
          and(eq(batches.status, 'checking'), isNull(batches.file)),
          and(eq(batches.status, 'checking'), lt(batches.createdAt, now() - WAITING_MS)),
          lt(batches.createdAt, daysAgo(env().RETENTION_BATCH_DRAFT_DAYS)),
        ),
      ),
    )
    .limit(1)
    .get();

/**
 * Deletes some rows of a batch that was never started, or that a crash left half-written, and with its last rows the batch.
 * @param limit is returned when there may be more
 */
export function sweepBatches(limit: number): number {
  const batch = expired();
  if (!batch) failed.clear();
  if (!batch) return 0;
  try {
    sweepSome(batch.seq);
  } catch (error) {
    failed.add(batch.seq);
    throw error;
  }
  return limit;
}

function sweepSome(seq: number) {
  transaction((tx) => {
    // Hides the batch, so that nobody starts it without the rows that are gone.
    tx.update(batches).set({ status: 'checking' }).where(eq(batches.seq, seq)).run();
    const deleted = deleteSome(batchRows, eq(batchRows.batchSeq, seq), ROWS_AT_ONCE);
    if (deleted < ROWS_AT_ONCE) tx.delete(batches).where(eq(batches.seq, seq)).run();
  });
}
