import { and, count, eq, lt } from 'drizzle-orm';
import { type Actor, clientOf, type Issuer, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { chooseDesign, namedVersion, requireDesign } from '#app/certificates/choose-design.server.ts';
import { findDuplicate } from '#app/certificates/duplicates.server.ts';
import { enteredFieldsOf, fieldsInUse, freeze } from '#app/certificates/field-values.server.ts';
import { noteQuota } from '#app/certificates/issue-quota.server.ts';
import { illegibleIn } from '#app/certificates/legible.server.ts';
import type { OwnField } from '#app/certificates/own-fields.ts';
import { CODES } from '#app/messages/messages.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { letOthersRun } from '#app/shared/background-work.server.ts';
import { freeBytes } from '#app/shared/byte-block.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, transaction } from '#db/client.ts';
import { batches, batchRows } from '#db/schema/batches.ts';
import { t } from '#messages';
import { type Batch, findBatch } from './batch.server.ts';
import { type BatchReading, fieldsWithValues } from './batch-fields.server.ts';
import type { CheckedRow } from './check-rows.server.ts';
import type { Checked, CheckTask } from './check-worker.server.ts';
import { inBatchTurn, runCheck } from './checker.server.ts';
import type { ListQuestion } from './list-questions.ts';
import type { CheckedZip } from './pictures/add-pictures.server.ts';
import { type Given, givePictures } from './pictures/give-pictures.server.ts';
import { insertZip } from './pictures/zip-files.server.ts';
import { rowProblem, rowProblems } from './row-problems.server.ts';
import { startRecord } from './run-batch.server.ts';

/** Rows to look up or write before yielding to the event loop. */
const STEP_ROWS = 200;
/** How many batches of one issuer may be ready at a time. */
const MAX_READY = 20;

/** Most invalid rows that the error of a batch lists. */
const MOST_LISTED = 1_000;

export function requireFewReady(actor: Issuer) {
  const waiting = and(
    eq(batches.issuerId, actor.organisation.id),
    eq(batches.status, 'ready'),
    // Nothing of the others can be issued.
    lt(batches.failed, batches.total),
  );
  const ready = db().select({ count: count() }).from(batches).where(waiting).get()?.count ?? 0;
  if (ready < MAX_READY) return;
  throw new AppError(
    'conflict',
    t('checkBatch.maxreadyBatchesAreWaitingToBeStarted', { maxReady: MAX_READY }),
  );
}

/** The version that a row names although it has problems, so that the design is not lost when the row is corrected. */
function versionOf(issuerId: string, designId: string | undefined): number | null {
  try {
    return designId === undefined ? null : (namedVersion(issuerId, designId)?.id ?? null);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}

/** Chooses the design of each row, which may also set its expiry date. An invalid design is an error of its row. */
async function chooseDesigns(issuerId: string, rows: CheckedRow[], designId: string | undefined) {
  requireDesign(issuerId, designId);
  for (let from = 0; from < rows.length; from += STEP_ROWS) {
    for (const row of rows.slice(from, from + STEP_ROWS)) {
      if (row.errors) {
        row.designVersionId = versionOf(issuerId, row.designId);
        continue;
      }
      try {
        const named = { ...row, designId: row.designId ?? designId };
        Object.assign(
          row,
          inLanguage(CODES, () => chooseDesign(issuerId, named)),
        );
      } catch (error) {
        if (!(error instanceof AppError) || !error.fields) throw error;
        row.errors = error.fields;
      }
    }
    await letOthersRun();
  }
}

/** Marks rows whose student already has a valid certificate for the course. */
async function markDuplicatesOfIssued(issuerId: string, rows: CheckedRow[]) {
  for (let from = 0; from < rows.length; from += STEP_ROWS) {
    for (const row of rows.slice(from, from + STEP_ROWS)) {
      const duplicateOf = row.errors || row.allowDuplicate ? null : findDuplicate(issuerId, row);
      if (duplicateOf) row.errors = { studentEmail: [rowProblem('duplicate', duplicateOf)] };
    }
    await letOthersRun();
  }
}

/** Marks rows with values that own artwork cannot show, in steps that other requests can run between. */
async function markIllegible({ organisation }: Issuer, rows: CheckedRow[]) {
  const own = fieldsInUse(organisation.id);
  for (let from = 0; from < rows.length; from += STEP_ROWS) {
    const valid = rows.slice(from, from + STEP_ROWS).filter(({ errors }) => errors === null);
    const contents = valid.map((row) => ({ ...row, frozen: freeze(own, row.fields ?? {}) }));
    const errors = await inLanguage(CODES, () => illegibleIn(organisation, contents));
    for (const [index, row] of valid.entries()) row.errors = errors[index] ?? null;
  }
}

function requireValidRows(rows: CheckedRow[]) {
  const wrong = rows.flatMap(({ line, errors }) => (errors ? [{ line, errors: rowProblems(errors) }] : []));
  if (wrong.length === 0) return;
  const [first] = wrong;
  const reason = Object.values(first?.errors ?? {})[0]?.[0];
  throw new AppError(
    'invalid',
    t('checkBatch.rowsOfTotalCannotBeIssued', {
      count: wrong.length,
      total: rows.length,
      line: String(first?.line ?? ''),
      reason: reason ?? '',
    }),
    { details: { rows: wrong.slice(0, MOST_LISTED) } },
  );
}

/** Writes the rows of a batch in short transactions, so that other requests can run between them. */
async function writeRows(batchSeq: number, rows: CheckedRow[]) {
  for (let from = 0; from < rows.length; from += STEP_ROWS) {
    const step = rows.slice(from, from + STEP_ROWS).map((row) => ({ batchSeq, ...row }));
    transaction((tx) => tx.insert(batchRows).values(step).run());
    await letOthersRun();
  }
}

/** A checked batch, and the issuer's own fields by which it was checked. */
type CheckedBatch = Checked & { own: readonly OwnField[] };

/** Where a batch comes from. */
type Origin = {
  /** Name of the uploaded file. */
  fileName?: string | null;
  /** The hidden batch whose file was checked. Its ID becomes that of the batch, so that its file gives one batch. */
  waiting?: { seq: number; id: string };
  /** The reader's choices for the columns of the file. The next file with this header starts with them. */
  match?: { headerHash: string; targets: readonly string[] };
  /** A ZIP with the photographs of the rows, whose file is kept. */
  zip?: Pick<CheckedZip, 'id' | 'paths'> | null;
};

/**
 * Stores a checked batch, hidden until all of its rows are written, and starts it if `options.start` is set.
 * @returns its id
 * @throws AppError conflict when another request has stored the batch of the same file
 */
async function storeBatch(
  actor: Issuer,
  { rows, options, hidden, own }: CheckedBatch,
  { fileName = null, waiting, match, zip }: Origin,
  given: Given,
): Promise<string> {
  const valid = rows.filter(({ errors }) => errors === null);
  const warned = valid.filter(({ warnings }) => warnings !== null).length;
  const start = options.start && !(warned > 0 && options.onWarning === 'wait');
  const values = {
    id: newId(),
    issuerId: actor.organisation.id,
    fileName,
    status: 'checking' as const,
    total: rows.length,
    failed: rows.length - valid.length,
    warned,
    designId: options.designId ?? null,
    holdMinutes: options.holdMinutes ?? null,
    designVersions: [...new Set(valid.map(({ designVersionId }) => designVersionId))],
    createdAt: now(),
    headerHash: match?.headerHash ?? null,
    reading: { targets: match?.targets, hidden, fields: fieldsWithValues(own, rows) } satisfies BatchReading,
  };
  // Without a transaction, `get` would not notice that the commit failed, as on a full disk.
  const batch = transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    return tx.insert(batches).values(values).returning().get();
  });
  const stored = eq(batches.seq, batch.seq);
  const id = waiting?.id ?? batch.id;
  try {
    await writeRows(batch.seq, rows);
    transaction((tx) => {
      requireStillMay(tx, actor, 'certificates');
      if (waiting && tx.delete(batches).where(eq(batches.seq, waiting.seq)).run().changes === 0)
        throw new AppError('conflict', t('startBatch.thisBatchWasAlreadyStartedOrCancelled'));
      if (zip) insertZip(tx, actor.organisation.id, { batchSeq: batch.seq, fileId: zip.id, ...given });
      tx.update(batches).set({ id, status: 'ready' }).where(stored).run();
      if (start) startRecord(tx, actor, { ...batch, id });
      storeAnswer(tx, findBatch(actor, id));
    });
    return id;
  } catch (error) {
    db().delete(batches).where(stored).run();
    throw error;
  } finally {
    if (start) noteQuota(actor.organisation.id);
  }
}

/**
 * Reads and checks the rows of a batch in the thread.
 * @returns a question instead, if the list is to be asked about
 */
export async function readBatch(
  actor: Issuer,
  task: CheckTask,
): Promise<CheckedBatch | { question: ListQuestion }> {
  const own = enteredFieldsOf(actor.organisation.id);
  const result = await runCheck(clientOf(actor), task, own);
  return 'question' in result ? result : { ...result.checked, own };
}

/** Chooses the designs of rows, and marks those that duplicate issued certificates. */
export async function finishRows(actor: Issuer, rows: CheckedRow[], designId: string | undefined) {
  await chooseDesigns(actor.organisation.id, rows, designId);
  await markIllegible(actor, rows);
  await markDuplicatesOfIssued(actor.organisation.id, rows);
}

/** Compares rows that were read with the database, and stores them as a batch. */
export async function finishBatch(actor: Issuer, checked: CheckedBatch, origin: Origin): Promise<Batch> {
  const { rows, options, own } = checked;
  await finishRows(actor, rows, options.designId);
  const given = await givePictures(actor.organisation.id, rows, own, origin.zip?.paths ?? null);
  if (options.onError === 'abort') requireValidRows(rows);
  return findBatch(actor, await storeBatch(actor, checked, origin, given));
}

/**
 * Checks a batch of a program and stores it, ready or started. A rejected batch leaves nothing behind.
 * @throws AppError unauthenticated; forbidden; invalid, with the invalid rows by line when they abort the batch; too-large;
 *   unprocessable; conflict; rate-limited over the daily quota; busy
 */
export async function checkBatch(
  actor: Actor,
  { task, ...origin }: Origin & { task: CheckTask },
): Promise<Batch> {
  requireIssuer(actor, 'certificates');
  return inBatchTurn(clientOf(actor), async () => {
    requireFewReady(actor);
    const read = await readBatch(actor, task);
    if ('question' in read) throw new Error('a list is asked about only where its task says so');
    // Of two batches in turn, one is stored while the other is checked. Its file is not needed any more.
    freeBytes(task.bytes);
    return finishBatch(actor, read, origin);
  });
}
