import { and, eq } from 'drizzle-orm';
import { findIssuer } from '#app/accounts/issuers.server.ts';
import { designNameOf } from '#app/certificates/choose-design.server.ts';
import { freeze, isEntered } from '#app/certificates/field-values.server.ts';
import { contentOf } from '#app/certificates/fields.ts';
import type { OwnField } from '#app/certificates/own-fields.ts';
import { insertScheduled } from '#app/certificates/scheduled/schedule-certificate.server.ts';
import { followScheduled, type Origin } from '#app/certificates/scheduled/scheduled-certificate.server.ts';
import { prepared, sqlite, type Transaction } from '#db/client.ts';
import { batchRows } from '#db/schema/batches.ts';
import type { BatchRecord } from './batch.server.ts';
import { fieldsToIssue } from './batch-fields.server.ts';
import type { Chunk } from './issue-chunk.server.ts';
import {
  count,
  endIfDone,
  fail,
  failIfInvalid,
  mayStore,
  setIssued,
  stillWaiting,
} from './issue-chunk.server.ts';
import { rowProblem } from './row-problems.server.ts';

type Row = typeof batchRows.$inferSelect;
type Of = Pick<BatchRecord, 'seq' | 'id' | 'issuerId' | 'startedAt'>;

const statements = prepared(() => ({
  // Once no row is left that is neither issued nor failed nor waits.
  scheduled: sqlite().prepare(
    `update batches set status = 'scheduled' where seq = @seq and status = 'issuing'
       and issued + failed + (select count(*) from scheduled_certificates where batch_seq = @seq) = total`,
  ),
  batch: sqlite().prepare<[number], Of>(
    'select seq, id, issuer_id as issuerId, started_at as startedAt from batches where seq = ?',
  ),
  isCancelled: sqlite()
    .prepare<[number | null], 1>("select 1 from batches where seq = ? and status = 'cancelled'")
    .pluck(),
  countFailed: sqlite().prepare('update batches set failed = failed + 1 where seq = ?'),
  isOpen: sqlite()
    .prepare(
      'select 1 from batch_rows where batch_seq = ? and line = ? and certificate_id is null and errors is null',
    )
    .pluck(),
}));

/** The input of a row's certificate. The check of the batch has chosen the version of its design. */
const inputOf = (
  own: readonly OwnField[],
  { designVersionId, allowDuplicate, expiryDate, fields, ...row }: Row,
) => ({
  ...contentOf({ ...row, expiryDate }),
  fields: fields ?? undefined,
  frozen: freeze(own, fields ?? {}),
  allowDuplicate,
  neverExpires: expiryDate === null || undefined,
  designId: designNameOf(designVersionId),
  designVersionId,
});

/** Schedules a row. @returns false if it fails */
function scheduleRow(
  tx: Transaction,
  { issuerId, startedBy, startedAt, holdMinutes }: BatchRecord,
  own: readonly OwnField[],
  row: Row,
): boolean {
  const issuer = findIssuer(issuerId);
  if (!issuer) throw new Error('The issuer was checked before');
  if (failIfInvalid(row, issuer)) return false;
  insertScheduled(tx, {
    issuer: { id: issuerId, issuedBy: startedBy },
    input: inputOf(own, row),
    content: row,
    minutes: holdMinutes ?? 0,
    countedAt: startedAt ?? 0,
    origin: { batchSeq: row.batchSeq, batchLine: row.line },
  });
  return true;
}

/** Schedules the rows of a chunk, in a transaction. */
export function scheduleChunk(tx: Transaction, { batch, rows }: Chunk) {
  if (!mayStore(tx, batch)) return;
  const waiting = stillWaiting(rows, (row) => row);
  const own = fieldsToIssue(batch);
  const failed = waiting.filter((row) => !scheduleRow(tx, batch, own, row)).length;
  count(tx, batch, { issued: 0, failed });
  statements().scheduled.run({ seq: batch.seq });
}

type RowKey = { batchSeq: number; line: number };
const keyOf = ({ batchSeq, batchLine }: Origin): RowKey => ({
  batchSeq: batchSeq ?? 0,
  line: batchLine ?? 0,
});

/** Fails the row of a certificate that will not be issued. Its quota was given back with the certificate. */
function failRow(tx: Transaction, origin: Origin, problem: string) {
  const key = keyOf(origin);
  const batch = statements().batch.get(key.batchSeq);
  // The erasure of its holder has failed it.
  if (!batch || !statements().isOpen.get(key.batchSeq, key.line)) return;
  fail(key, { row: [problem] });
  statements().countFailed.run(batch.seq);
  endIfDone(tx, batch);
}

/** Called once at the start. */
export function followScheduledRows() {
  followScheduled('batch', {
    isWithdrawn: ({ batchSeq }) => statements().isCancelled.get(batchSeq) === 1,
    issued(tx, origin, certificateId) {
      const key = keyOf(origin);
      const batch = statements().batch.get(key.batchSeq);
      if (!batch) return;
      setIssued(key, certificateId);
      count(tx, batch, { issued: 1, failed: 0 });
    },
    // The batch's results and an erasure read the row, so it gets the values of the certificate.
    changed(tx, origin, { fields, ...certificate }) {
      const { batchSeq, line } = keyOf(origin);
      const values = fields.filter(isEntered).map(({ key, value }) => [key, value]);
      tx.update(batchRows)
        .set({ ...contentOf(certificate), fields: Object.fromEntries(values) })
        .where(and(eq(batchRows.batchSeq, batchSeq), eq(batchRows.line, line)))
        .run();
    },
    failed: (tx, origin) => failRow(tx, origin, rowProblem('not-issued')),
    withdrawn: (tx, origin) => failRow(tx, origin, rowProblem('withdrawn')),
  });
}
