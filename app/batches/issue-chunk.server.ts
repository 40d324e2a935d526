import type { RunResult } from 'better-sqlite3';
import { findIssuer } from '#app/accounts/issuers.server.ts';
import { findDuplicate, findScheduledDuplicate } from '#app/certificates/duplicates.server.ts';
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
import { rowProblem } from './row-problems.server.ts';
import { cancelRecord } from './run-batch.server.ts';

type Row = typeof batchRows.$inferSelect;

/** Rows of a batch with their certificates, signed and not stored yet. */
export type Chunk = { batch: BatchRecord; rows: Row[]; certificates: NewCertificate[] };

const statements = prepared(() => ({
  issued: sqlite().prepare(
    `update batch_rows set certificate_id = ?
     where batch_seq = ? and line = ? and certificate_id is null and errors is null`,
  ),
  failed: sqlite().prepare(
    `update batch_rows set errors = ?
     where batch_seq = ? and line = ? and certificate_id is null and errors is null`,
  ),
  counted: sqlite().prepare('update batches set issued = issued + ?, failed = failed + ? where seq = ?'),
}));

const checks = prepared(() => ({
  isIssuing: sqlite().prepare("select 1 from batches where seq = ? and status = 'issuing'").pluck(),
  hasFailed: sqlite()
    .prepare('select 1 from batch_rows where batch_seq = ? and line = ? and errors is not null')
    .pluck(),
  done: sqlite().prepare(
    `update batches set status = 'done', ended_at = ?
     where seq = ? and status in ('issuing', 'scheduled') and issued + failed = total`,
  ),
}));

/**
 * Whether a chunk may be stored. Meanwhile its batch may have been cancelled, and its issuer suspended, which cancels the batch.
 */
export function mayStore(tx: Transaction, batch: BatchRecord): boolean {
  if (!checks().isIssuing.get(batch.seq)) return false;
  if (findIssuer(batch.issuerId)) return true;
  cancelRecord(tx, { kind: 'system' }, batch);
  log.warn({ batch: batch.id }, 'batch cancelled: its issuer may no longer issue');
  return false;
}

/** The rows without those that failed meanwhile, because their holders were erased, and are counted. */
export const stillWaiting = <Item>(rows: Iterable<Item>, rowOf: (item: Item) => Row) =>
  [...rows].filter((item) => {
    const { batchSeq, line } = rowOf(item);
    return !checks().hasFailed.get(batchSeq, line);
  });

/** Ends a batch whose rows are all issued or failed. */
export function endIfDone(
  tx: Transaction,
  { seq, id, issuerId }: Pick<BatchRecord, 'seq' | 'id' | 'issuerId'>,
) {
  if (checks().done.run(now(), seq).changes === 1)
    appendEvent(tx, 'batch.done', { objectId: id, accountId: issuerId });
}

/** Another process may be issuing the same batch. This commit is then rolled back, so that no row is issued or counted twice. */
function requireChanged({ changes }: RunResult, line: number) {
  if (changes !== 1) throw new Error(`batch row ${line} is already issued`);
}

/** Rows that cannot be stored fail after the third time, so that the rest of the batch is issued. */
const forEachRow = createPatientLoop('batch rows');

/** Counts rows that are issued or have failed. */
export function count(
  tx: Transaction,
  batch: Pick<BatchRecord, 'seq' | 'id' | 'issuerId' | 'startedAt'>,
  { issued, failed }: { issued: number; failed: number },
) {
  statements().counted.run(issued, failed, batch.seq);
  if (failed > 0) giveBackToQuota(tx, batch.issuerId, failed, batch.startedAt ?? 0);
  endIfDone(tx, batch);
}

export function fail({ batchSeq, line }: Pick<Row, 'batchSeq' | 'line'>, errors: FieldErrors) {
  requireChanged(statements().failed.run(JSON.stringify(errors), batchSeq, line), line);
}

/**
 * Fails a row whose student received a certificate for the course after the check, or has one that waits, or that cannot be printed.
 * @returns whether it did
 */
export function failIfInvalid(row: Row, issuer: { id: string; name: string }): boolean {
  const duplicateOf = row.allowDuplicate
    ? null
    : (findDuplicate(issuer.id, row) ?? findScheduledDuplicate(issuer.id, row));
  const errors: FieldErrors | null = duplicateOf
    ? { studentEmail: [rowProblem('duplicate', duplicateOf)] }
    : unprintableIn(issuer, row);
  if (errors) fail(row, errors);
  return errors !== null;
}

export function setIssued({ batchSeq, line }: Pick<Row, 'batchSeq' | 'line'>, certificateId: string) {
  requireChanged(statements().issued.run(certificateId, batchSeq, line), line);
}

/** Issues one row. @returns false if it fails */
function issueRow(tx: Transaction, row: Row, certificate: NewCertificate): boolean {
  const { issuerId, issuerName, id } = certificate.certificate;
  if (failIfInvalid(row, { id: issuerId, name: issuerName })) return false;
  storeCertificate(tx, certificate, { lane: LANE.batch });
  setIssued(row, id);
  return true;
}

/** Issues the rows of a chunk and counts them, in a transaction. */
export function issueChunk(tx: Transaction, { batch, rows, certificates }: Chunk) {
  if (!mayStore(tx, batch)) return;
  // Otherwise the batch would stay in the queue for ever.
  if (rows.length === 0) throw new Error('The batch has no rows to issue');
  const waiting = stillWaiting(rows.entries(), ([, row]) => row);
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
  count(tx, batch, { issued, failed });
}
