import type { RunResult } from 'better-sqlite3';
import { findIssuer } from '#app/accounts/issuers.server.ts';
import { findDuplicate } from '#app/certificates/duplicates.server.ts';
import { giveBackToQuota } from '#app/certificates/issue-quota.server.ts';
import type { NewCertificate } from '#app/certificates/new-certificate.server.ts';
import { storeCertificate, unprintableIn } from '#app/certificates/new-certificate.server.ts';
import { appendEvent } from '#app/events/append-event.server.ts';
import { LANE } from '#app/mail/compose.server.ts';
import { createPatientLoop } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import type { FieldErrors } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';
import { prepared, sqlite, type Transaction } from '#db/client.ts';
import type { batchRows } from '#db/schema/batches.ts';
import type { BatchRecord } from './batch.server.ts';
import { cancelRecord } from './cancel-batch.server.ts';
import { rowProblem } from './row-problems.server.ts';

type Row = typeof batchRows.$inferSelect;

/** Rows of a batch with their certificates, signed and not stored yet. */
export type Chunk = { batch: BatchRecord; rows: Row[]; certificates: NewCertificate[] };

const statements = prepared(() => ({
  isIssuing: sqlite().prepare("select 1 from batches where seq = ? and status = 'issuing'").pluck(),
  issued: sqlite().prepare(
    `update batch_rows set certificate_id = ?
     where batch_seq = ? and line = ? and certificate_id is null and errors is null`,
  ),
  failed: sqlite().prepare(
    `update batch_rows set errors = ?
     where batch_seq = ? and line = ? and certificate_id is null and errors is null`,
  ),
  hasFailed: sqlite()
    .prepare('select 1 from batch_rows where batch_seq = ? and line = ? and errors is not null')
    .pluck(),
  counted: sqlite().prepare('update batches set issued = issued + ?, failed = failed + ? where seq = ?'),
  done: sqlite().prepare(
    "update batches set status = 'done', ended_at = ? where seq = ? and issued + failed = total",
  ),
}));

/** Another process may be issuing the same batch. This commit is then rolled back, so that no row is issued or counted twice. */
function requireChanged({ changes }: RunResult, line: number) {
  if (changes !== 1) throw new Error(`batch row ${line} is already issued`);
}

/** Rows that cannot be stored fail after the third time, so that the rest of the batch is issued. */
const forEachRow = createPatientLoop('batch rows');

function fail({ batchSeq, line }: Row, errors: FieldErrors) {
  requireChanged(statements().failed.run(JSON.stringify(errors), batchSeq, line), line);
}

/** Issues one row. @returns false if the student received a certificate for the course after the check, or if it cannot be printed */
function issueRow(tx: Transaction, row: Row, certificate: NewCertificate): boolean {
  const { batchSeq, line } = row;
  const { issued } = statements();
  const { issuerId, id } = certificate.certificate;
  const duplicateOf = row.allowDuplicate ? null : findDuplicate(issuerId, row);
  if (duplicateOf) {
    fail(row, { studentEmail: [rowProblem('duplicate', duplicateOf)] });
    return false;
  }
  const unprintable = unprintableIn({ name: certificate.certificate.issuerName }, row);
  if (unprintable) {
    fail(row, unprintable);
    return false;
  }
  storeCertificate(tx, certificate, { lane: LANE.batch });
  requireChanged(issued.run(id, batchSeq, line), line);
  return true;
}

/** Issues the rows of a chunk and counts them, in a transaction. */
export function issueChunk(tx: Transaction, { batch, rows, certificates }: Chunk) {
  const { isIssuing, hasFailed, counted, done } = statements();
  // While its certificates were signed, the batch may have been cancelled, and its issuer suspended.
  if (!isIssuing.get(batch.seq)) return;
  if (!findIssuer(batch.issuerId)) {
    cancelRecord(tx, { kind: 'system' }, batch);
    log.warn({ batch: batch.id }, 'batch cancelled: its issuer may no longer issue');
    return;
  }
  // Otherwise the batch would stay in the queue for ever.
  if (rows.length === 0) throw new Error('The batch has no rows to issue');
  // While its certificates were signed, a holder may have been erased, whose rows have failed and are counted.
  const waiting = [...rows.entries()].filter(([, { batchSeq, line }]) => !hasFailed.get(batchSeq, line));
  let issued = 0;
  forEachRow(
    waiting.values(),
    ([, { batchSeq, line }]) => `${batchSeq} ${line}`,
    ([index, row]) => {
      if (issueRow(tx, row, certificates[index] as NewCertificate)) issued += 1;
    },
    ([, row]) => fail(row, { row: [rowProblem('not-stored')] }),
  );
  const failed = waiting.length - issued;
  counted.run(issued, failed, batch.seq);
  if (failed > 0) giveBackToQuota(tx, batch.issuerId, failed, batch.startedAt ?? 0);
  if (done.run(now(), batch.seq).changes === 1)
    appendEvent(tx, 'batch.done', { objectId: batch.id, accountId: batch.issuerId });
}
