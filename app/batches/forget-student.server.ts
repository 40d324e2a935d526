import { and, eq, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import { ERASED_CONTENT } from '#app/certificates/certificate.server.ts';
import { eraseUnusedPictures } from '#app/certificates/field-pictures.server.ts';
import { giveBackToQuota } from '#app/certificates/issue-quota.server.ts';
import { env } from '#app/config/env.server.ts';
import { appendEvent } from '#app/events/append-event.server.ts';
import { letOthersRun } from '#app/shared/background-work.server.ts';
import { daysAgo, now } from '#app/shared/clock.server.ts';
import { db, deleteSome, prepared, sqlite, transaction } from '#db/client.ts';
import { batches, batchRows } from '#db/schema/batches.ts';
import type { FieldValues } from '#db/schema/fields.ts';
import { rowProblem } from './row-problems.server.ts';

type BatchRow = { seq: number; id: string; issuerId: string; startedAt: number | null };

const ERASED = JSON.stringify({ studentEmail: [rowProblem('holder-erased')] });

const statements = prepared(() => ({
  next: sqlite().prepare<unknown[], BatchRow>(
    `select seq, id, issuer_id as issuerId, started_at as startedAt from batches
     where (@issuerId is null or issuer_id = @issuerId) and seq > @after order by seq limit 1`,
  ),
  fail: sqlite().prepare(
    `update batch_rows set errors = @errors
     where batch_seq = @batch and student_email = @email and certificate_id is null and errors is null`,
  ),
  fields: sqlite()
    .prepare<unknown[], string>(
      'select fields from batch_rows where batch_seq = @batch and student_email = @email and fields is not null',
    )
    .pluck(),
  forget: sqlite().prepare(
    `update batch_rows set ${ERASED_CONTENT} where batch_seq = @batch and student_email = @email`,
  ),
  // They name the file of a photograph.
  forgetProblems: sqlite().prepare(
    `update batch_rows set errors = @errors
     where batch_seq = @batch and student_email = @email and errors like '%"picture-%'`,
  ),
  forgetPictures: sqlite().prepare(
    `update batch_zips set unmatched = '[]' where batch_seq = @batch and (@isIn or instr(lower(unmatched), lower(@email)) > 0)`,
  ),
  // A file is often named after its only student.
  forgetFile: sqlite().prepare('update batches set file_name = null where seq = ? and file_name is not null'),
  unschedule: sqlite().prepare(
    'delete from scheduled_certificates where batch_seq = @batch and student_email = @email',
  ),
  countFailed: sqlite().prepare('update batches set failed = failed + ? where seq = ?'),
  done: sqlite().prepare(
    "update batches set status = 'done', ended_at = ? where seq = ? and status in ('issuing', 'scheduled') and issued + failed = total",
  ),
}));

/** Rows of one batch, in a transaction. Those that wait fail, so that nothing is issued to nobody. */
function forgetInBatch({ seq, id, issuerId, startedAt }: BatchRow, email: string) {
  transaction((tx) => {
    const {
      fields,
      fail,
      forget,
      forgetProblems,
      forgetPictures,
      forgetFile,
      unschedule,
      countFailed,
      done,
    } = statements();
    unschedule.run({ batch: seq, email });
    const values = fields.all({ batch: seq, email });
    const failed = fail.run({ batch: seq, email, errors: ERASED }).changes;
    forgetProblems.run({ batch: seq, email, errors: ERASED });
    const isIn = forget.run({ batch: seq, email }).changes > 0;
    eraseUnusedPictures(
      issuerId,
      values.flatMap((each) => Object.values(JSON.parse(each) as FieldValues)),
    );
    if (isIn) forgetFile.run(seq);
    forgetPictures.run({ batch: seq, email, isIn: Number(isIn) });
    if (failed === 0) return;
    countFailed.run(failed, seq);
    if (startedAt !== null) giveBackToQuota(tx, issuerId, failed, startedAt);
    if (done.run(now(), seq).changes === 1)
      appendEvent(tx, 'batch.done', { objectId: id, accountId: issuerId });
  });
}

/**
 * Takes a student out of the rows of batches. They are read batch by batch, because no index has their addresses.
 * @param issuerId whose batches; null for all
 */
export async function forgetStudent(email: string, issuerId: string | null) {
  for (let after = 0; ; ) {
    const batch = statements().next.get({ issuerId, after });
    if (!batch) return;
    forgetInBatch(batch, email);
    after = batch.seq;
    await letOthersRun();
  }
}

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
