import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { findIssuer } from '#app/accounts/find-issuer.server.ts';
import { duplicateErrors, findDuplicate } from '#app/certificates/duplicates.server.ts';
import { giveBackToQuota } from '#app/certificates/issue-quota.server.ts';
import {
  type NewCertificate,
  prepareAll,
  prepareCertificate,
  releaseCertificate,
  storeCertificate,
} from '#app/certificates/new-certificate.server.ts';
import { LANE } from '#app/mail/compose.ts';
import { now } from '#app/shared/clock.server.ts';
import { log } from '#app/shared/log.server.ts';
import { db, prepared, sqlite, type Transaction, transaction } from '#db/client.ts';
import { groupCommit } from '#db/group-commit.ts';
import { operations } from '#db/operations.ts';
import { batches, batchRows } from '#db/schema/batches.ts';
import type { BatchRecord } from './batch.server.ts';
import { cancelRecord } from './cancel-batch.server.ts';
import { onBatchStarted } from './wake.server.ts';

/** Rows per commit. Other requests wait for the 30 ms that a commit takes. */
const CHUNK_ROWS = 64;
const AFTER_FAILURE_MS = 10_000;

type Row = typeof batchRows.$inferSelect;

/** The batch to issue a chunk of next. */
const nextBatch = (after: number): BatchRecord | undefined =>
  db
    .select()
    .from(batches)
    .where(and(eq(batches.status, 'issuing'), gt(batches.seq, after)))
    .orderBy(asc(batches.seq))
    .limit(1)
    .get();

const waiting = prepared(() =>
  db
    .select()
    .from(batchRows)
    .where(
      and(
        eq(batchRows.batchSeq, sql.placeholder('batch')),
        isNull(batchRows.certificateId),
        isNull(batchRows.errors),
        gt(batchRows.line, sql.placeholder('after')),
      ),
    )
    .orderBy(batchRows.line)
    .limit(CHUNK_ROWS)
    .prepare(),
);

const statements = prepared(() => ({
  isIssuing: sqlite.prepare("select 1 from batches where seq = ? and status = 'issuing'").pluck(),
  issued: sqlite.prepare(
    `update batch_rows set certificate_id = ?
     where batch_seq = ? and line = ? and certificate_id is null and errors is null`,
  ),
  failed: sqlite.prepare('update batch_rows set errors = ? where batch_seq = ? and line = ?'),
  counted: sqlite.prepare('update batches set issued = issued + ?, failed = failed + ? where seq = ?'),
  done: sqlite.prepare(
    "update batches set status = 'done', ended_at = ? where seq = ? and issued + failed = total",
  ),
}));

/** Issues one row. @returns false if the student received a certificate for the course after the check */
function issueRow(tx: Transaction, { batchSeq, line, ...row }: Row, certificate: NewCertificate): boolean {
  const { issued, failed } = statements();
  const { issuerId, id } = certificate.certificate;
  const duplicateOf = row.allowDuplicate ? null : findDuplicate(issuerId, row);
  if (duplicateOf) {
    failed.run(JSON.stringify(duplicateErrors(duplicateOf)), batchSeq, line);
    return false;
  }
  storeCertificate(tx, certificate, { lane: LANE.batch });
  // Another process may be issuing the same batch. This commit is then rolled back, so that nothing is issued twice.
  if (issued.run(id, batchSeq, line).changes !== 1) throw new Error(`batch row ${line} is already issued`);
  return true;
}

/** Rows of a batch with their certificates, signed and not stored yet. */
type Chunk = { batch: BatchRecord; rows: Row[]; certificates: NewCertificate[] };

const release = ({ certificates }: Chunk) => certificates.forEach(releaseCertificate);

/**
 * Signs the next rows of the batch whose turn it is. Batches take turns, so that a large one does not delay the others.
 * @param before the chunk that is signed and may not be stored yet
 * @returns undefined when no batch is left to issue
 */
async function signNextChunk(before?: Chunk): Promise<Chunk | undefined> {
  const batch = nextBatch(before?.batch.seq ?? 0) ?? (before && nextBatch(0));
  if (!batch) return undefined;
  const issuer = findIssuer(batch.issuerId);
  if (!issuer) {
    transaction((tx) => cancelRecord(tx, batch));
    log.warn({ batch: batch.id }, 'batch cancelled: its issuer may no longer issue');
    return { batch, rows: [], certificates: [] };
  }
  const lastLine = before?.batch.seq === batch.seq ? before.rows.at(-1)?.line : undefined;
  const rows = waiting().all({ batch: batch.seq, after: lastLine ?? 0 });
  return { batch, rows, certificates: await prepareAll(rows.map((row) => prepareCertificate(issuer, row))) };
}

/** Issues the rows of a chunk and counts them, in one commit. */
async function commitChunk(chunk: Chunk) {
  const { batch, rows, certificates } = chunk;
  const { isIssuing, counted, done } = statements();
  await groupCommit((tx) => {
    // The batch may have been cancelled while its certificates were signed.
    if (!isIssuing.get(batch.seq)) return;
    const results = rows.map((row, index) => issueRow(tx, row, certificates[index] as NewCertificate));
    const issued = results.filter(Boolean).length;
    const failed = results.length - issued;
    counted.run(issued, failed, batch.seq);
    if (failed > 0) giveBackToQuota(tx, batch.issuerId, failed, batch.startedAt ?? 0);
    done.run(now(), batch.seq);
  }).finally(() => release(chunk));
}

/** Commits a chunk while another thread signs the next one, which it returns. */
async function commitAndSign(chunk: Chunk, isStopped: boolean): Promise<Chunk | undefined> {
  const [committed, signed] = await Promise.allSettled([
    commitChunk(chunk),
    isStopped ? undefined : signNextChunk(chunk),
  ]);
  if (committed.status === 'rejected') {
    if (signed.status === 'fulfilled' && signed.value) release(signed.value);
    throw committed.reason;
  }
  if (signed.status === 'rejected') throw signed.reason;
  return signed.value;
}

/**
 * Issues all started batches, chunk by chunk in turns, and returns when no batch is left to issue.
 * @param stopped asked before each chunk is signed
 */
export async function issueBatches(stopped: () => boolean = () => false) {
  const signNext = async () => (stopped() ? undefined : await signNextChunk());
  let chunk = await signNext();
  while (chunk) {
    const current = chunk;
    chunk = await operations.tracePromise(() => commitAndSign(current, stopped()), { name: 'batch rows' });
    chunk ??= await signNext();
  }
}

/**
 * Issues batches in the background: first those that an earlier process left unfinished, then each batch as it is started.
 * @returns a function that stops issuing after the chunks that are being signed or committed
 */
export function startIssuingBatches(): () => Promise<void> {
  let isStopped = false;
  let running: Promise<void> | undefined;
  let again = false;
  let retry: NodeJS.Timeout | undefined;
  function run() {
    if (isStopped) return;
    if (running) {
      again = true;
      return;
    }
    again = false;
    running = issueBatches(() => isStopped)
      .catch((error: unknown) => {
        log.error({ err: error }, 'batches not issued');
        clearTimeout(retry);
        retry = setTimeout(run, AFTER_FAILURE_MS);
      })
      .finally(() => {
        running = undefined;
        if (again) run();
      });
  }
  // The notification comes inside the transaction that starts the batch; setImmediate runs after its commit.
  onBatchStarted(() => setImmediate(run));
  run();
  return async () => {
    isStopped = true;
    onBatchStarted(undefined);
    clearTimeout(retry);
    await running;
  };
}
