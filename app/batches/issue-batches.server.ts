import { and, asc, eq, gt, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import { issuerLanguage } from '#app/accounts/account-language.server.ts';
import { findIssuer } from '#app/accounts/issuers.server.ts';
import { drawWhenIdle } from '#app/certificates/draw-when-idle.server.ts';
import { freeze } from '#app/certificates/field-values.server.ts';
import { releaseCertificate, signAll, signCertificate } from '#app/certificates/new-certificate.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { letOthersRun } from '#app/shared/background-work.server.ts';
import { log } from '#app/shared/log.server.ts';
import { db, prepared } from '#db/client.ts';
import { groupCommit } from '#db/group-commit.ts';
import { batches, batchRows } from '#db/schema/batches.ts';
import { scheduledCertificates } from '#db/schema/scheduled-certificates.ts';
import { spans } from '#db/spans.ts';
import type { BatchRecord } from './batch.server.ts';
import { fieldsToIssue } from './batch-fields.server.ts';
import { type Chunk, issueChunk } from './issue-chunk.server.ts';
import { onBatchStarted, withdrawCancelled } from './run-batch.server.ts';
import { scheduleChunk } from './schedule-chunk.server.ts';

/** Rows per commit. Other requests wait for the 30 ms that a commit takes. */
const CHUNK_ROWS = 64;
const AFTER_FAILURE_MS = 10_000;

/** Errors of this run by the batch's `seq`. Such a batch waits for the next run, so that it does not hold up the others. */
type Failures = Map<number, Error>;

function addFailure(failures: Failures, { seq, id }: BatchRecord, cause: unknown) {
  failures.set(seq, new Error(`batch ${id}: ${cause instanceof Error ? cause.message : cause}`, { cause }));
}

/** The batch to issue a chunk of next. */
const nextBatch = (after: number, failures: Failures): BatchRecord | undefined =>
  db()
    .select()
    .from(batches)
    .where(
      and(
        eq(batches.status, 'issuing'),
        gt(batches.seq, after),
        notInArray(batches.seq, [...failures.keys()]),
      ),
    )
    .orderBy(asc(batches.seq))
    .limit(1)
    .get();

const prepareWaiting = (also?: SQL) =>
  prepared(() =>
    db()
      .select()
      .from(batchRows)
      .where(
        and(
          eq(batchRows.batchSeq, sql.placeholder('batch')),
          isNull(batchRows.certificateId),
          isNull(batchRows.errors),
          gt(batchRows.line, sql.placeholder('after')),
          also,
        ),
      )
      .orderBy(batchRows.line)
      .limit(CHUNK_ROWS)
      .prepare(),
  );

const waiting = prepareWaiting();

/** Rows whose certificates are to wait, and are not scheduled yet. */
const unscheduled =
  prepareWaiting(sql`not exists (select 1 from ${scheduledCertificates} where ${scheduledCertificates.batchSeq} = ${batchRows.batchSeq}
    and ${scheduledCertificates.batchLine} = ${batchRows.line})`);

const release = ({ certificates }: Chunk) => certificates.forEach(releaseCertificate);

/**
 * Signs the next rows of the batch whose turn it is. Batches take turns, so that a large one does not delay the others.
 * @param before the chunk that is signed and may not be stored yet
 * @returns undefined when no batch is left to issue
 */
async function signNextChunk(failures: Failures, before?: Chunk): Promise<Chunk | undefined> {
  const batch = nextBatch(before?.batch.seq ?? 0, failures) ?? (before && nextBatch(0, failures));
  if (!batch) return undefined;
  const empty = { batch, rows: [], certificates: [] };
  const issuer = findIssuer(batch.issuerId);
  // The commit cancels the batch.
  if (!issuer) return empty;
  const lastLine = before?.batch.seq === batch.seq ? before.rows.at(-1)?.line : undefined;
  const of = { batch: batch.seq, after: lastLine ?? 0 };
  if (batch.holdMinutes) return { batch, rows: unscheduled().all(of), certificates: [] };
  const rows = waiting().all(of);
  const own = fieldsToIssue(batch);
  const sign = (row: (typeof rows)[number]) =>
    signCertificate(
      { ...issuer, issuedBy: batch.startedBy },
      { ...row, frozen: freeze(own, row.fields ?? {}) },
    );
  try {
    return { batch, rows, certificates: await signAll(rows.map(sign)) };
  } catch (error) {
    addFailure(failures, batch, error);
    return empty;
  }
}

/** Commits a chunk, unless an earlier one of its batch failed while it was signed. Never rejects. */
async function commitChunk(chunk: Chunk, failures: Failures) {
  try {
    if (!failures.has(chunk.batch.seq))
      await inLanguage(issuerLanguage(chunk.batch.issuerId), () =>
        groupCommit((tx) => (chunk.batch.holdMinutes ? scheduleChunk : issueChunk)(tx, chunk)),
      );
    drawWhenIdle(chunk.certificates.map(({ certificate }) => certificate.uniqueId));
  } catch (error) {
    addFailure(failures, chunk.batch, error);
  } finally {
    release(chunk);
  }
}

/** Commits a chunk while another thread signs the next one, which it returns. */
async function commitAndSign(chunk: Chunk, failures: Failures, isStopped: boolean) {
  const committed = commitChunk(chunk, failures);
  try {
    return isStopped ? undefined : await signNextChunk(failures, chunk);
  } finally {
    await committed;
  }
}

/**
 * Issues all started batches, chunk by chunk in turns, and returns when no batch is left to issue, and those that were cancelled are withdrawn.
 * @param stopped asked before each chunk is signed
 * @throws the first batch's error, after the other batches are issued
 */
export async function issueBatches(stopped: () => boolean = () => false) {
  const failures: Failures = new Map();
  const signNext = async () => (stopped() ? undefined : await signNextChunk(failures));
  let chunk = await signNext();
  while (chunk) {
    const current = chunk;
    chunk = await spans.tracePromise(() => commitAndSign(current, failures, stopped()), {
      name: 'batch rows',
    });
    chunk ??= await signNext();
    await letOthersRun();
  }
  if (!stopped()) await withdrawCancelled();
  for (const failure of failures.values()) throw failure;
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
