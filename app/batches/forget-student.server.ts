import { ERASED_CONTENT } from '#app/certificates/certificate.server.ts';
import { eraseUnusedPictures } from '#app/certificates/field-pictures.server.ts';
import { giveBackToQuota } from '#app/certificates/issue-quota.server.ts';
import { appendEvent } from '#app/events/append-event.server.ts';
import { letOthersRun } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { prepared, sqlite, transaction } from '#db/client.ts';
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
