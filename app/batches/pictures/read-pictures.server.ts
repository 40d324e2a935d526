import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { inProblem, rowProblem, waitedFor } from '#app/batches/row-problems.server.ts';
import { encodePicture } from '#app/certificates/field-pictures.server.ts';
import { fieldsInUse } from '#app/certificates/field-values.server.ts';
import { keyOf } from '#app/certificates/own-fields.ts';
import { letOthersRun } from '#app/shared/background-work.server.ts';
import { AppError, type FieldErrors } from '#app/shared/errors.server.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { batches, batchRows, batchZips } from '#db/schema/batches.ts';
import { recountRows, storeRowPicture } from './batch-pictures.server.ts';
import { withError } from './give-pictures.server.ts';
import { picturesIn, readPicture, type ZippedPicture } from './picture-zip.server.ts';
import { removeZip, zipPath } from './zip-files.server.ts';

/** Pictures of a ZIP before the next one has its turn. */
const AT_ONCE = 8;

type Zip = { batchSeq: number; fileId: string; issuerId: string };
type Row = Pick<typeof batchRows.$inferSelect, 'batchSeq' | 'line' | 'fields' | 'errors'>;

/** The next ZIP that is to be read. Those of lists that are asked about wait. */
function nextZip(after: number): Zip | undefined {
  const { batchSeq, fileId } = batchZips;
  const found = db()
    .select({ batchSeq, fileId, issuerId: batches.issuerId })
    .from(batchZips)
    .innerJoin(batches, eq(batches.seq, batchSeq))
    .where(and(isNotNull(fileId), gt(batchSeq, after), sql`not (${batches.status} = 'checking')`))
    .orderBy(asc(batchSeq))
    .limit(1)
    .get();
  return found?.fileId ? { ...found, fileId: found.fileId } : undefined;
}

/** The first row of a batch that waits for a picture. */
const nextRow = ({ batchSeq }: Zip): Row | undefined => {
  const { line, fields, errors } = batchRows;
  return db()
    .select({ batchSeq: batchRows.batchSeq, line, fields, errors })
    .from(batchRows)
    .where(and(eq(batchRows.batchSeq, batchSeq), sql`${errors} like '%"picture-waits|%'`))
    .orderBy(asc(line))
    .limit(1)
    .get();
};

/** The control of a row that waits for a picture, and the file of that. */
function waiting(errors: FieldErrors | null) {
  for (const [control, [problem = '']] of Object.entries(errors ?? {})) {
    const path = waitedFor(problem);
    if (path !== null) return { control, path, problem };
  }
  return null;
}

/** Why a picture is not given to its row, or its bytes. */
type Outcome = { picture: Buffer } | { problem: string };

/** @throws AppError busy; errors of the disk */
async function decode(
  { fileId, issuerId }: Zip,
  path: string,
  files: ReadonlyMap<string, ZippedPicture>,
): Promise<Outcome> {
  const file = files.get(path);
  if (!file) return { problem: rowProblem('picture-missing') };
  try {
    const bytes = await readPicture(zipPath(fileId), file);
    return { picture: await encodePicture({ account: issuerId }, bytes, 'picture') };
  } catch (error) {
    if (error instanceof AppError && (error.code === 'invalid' || error.code === 'too-large'))
      return { problem: rowProblem('picture-bad', inProblem(path)) };
    throw error;
  }
}

/** Stores what came of a row's picture, unless the row or its batch changed meanwhile. */
function settle(
  tx: Transaction,
  zip: Zip,
  { batchSeq, line }: Row,
  asked: { control: string; problem: string },
  outcome: Outcome,
) {
  const ofRow = and(eq(batchRows.batchSeq, batchSeq), eq(batchRows.line, line));
  const row = tx.select().from(batchRows).where(ofRow).get();
  if (row?.errors?.[asked.control]?.[0] !== asked.problem) return;
  const field = fieldsInUse(zip.issuerId).find(({ key }) => key === keyOf(asked.control));
  if ('picture' in outcome && field) storeRowPicture(tx, zip.issuerId, row, field, outcome.picture);
  else {
    // The field of a picture may be retired meanwhile.
    const problem = 'problem' in outcome ? outcome.problem : undefined;
    tx.update(batchRows)
      .set({ errors: withError(row.errors, asked.control, problem) })
      .where(ofRow)
      .run();
    recountRows(tx, batchSeq, []);
  }
  tx.update(batchZips)
    .set({ read: sql`${batchZips.read} + 1` })
    .where(eq(batchZips.batchSeq, batchSeq))
    .run();
}

const isReady = (seq: number) =>
  db().select({ status: batches.status }).from(batches).where(eq(batches.seq, seq)).get()?.status === 'ready';

async function finish({ batchSeq, fileId }: Zip) {
  transaction((tx) =>
    tx
      .update(batchZips)
      .set({ fileId: null })
      .where(and(eq(batchZips.batchSeq, batchSeq), eq(batchZips.fileId, fileId)))
      .run(),
  );
  await removeZip(fileId);
}

/** The pictures of a ZIP by path. None of one whose file is gone. */
async function filesOf({ fileId }: Zip): Promise<ReadonlyMap<string, ZippedPicture>> {
  try {
    return new Map((await picturesIn(zipPath(fileId))).map((file) => [file.path, file]));
  } catch (error) {
    if (error instanceof AppError || (error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      return new Map();
    throw error;
  }
}

/** Reads some pictures of a ZIP. One of a batch that was cancelled is removed. */
async function readSome(zip: Zip, stop: AbortSignal) {
  if (!isReady(zip.batchSeq)) return finish(zip);
  const files = await filesOf(zip);
  for (let count = 0; count < AT_ONCE && !stop.aborted; count += 1) {
    const row = nextRow(zip);
    const asked = waiting(row?.errors ?? null);
    if (!row || !asked) return finish(zip);
    const outcome = await decode(zip, asked.path, files);
    transaction((tx) => settle(tx, zip, row, asked, outcome));
    await letOthersRun();
  }
}

let served = 0;

/**
 * Reads pictures of the ZIP whose turn it is, and stores each with its row. A restart goes on with the rows that still wait.
 * @returns whether there are more
 */
export async function readPictures(stop: AbortSignal): Promise<boolean> {
  const zip = nextZip(served) ?? nextZip(0);
  if (!zip) return false;
  served = zip.batchSeq;
  try {
    await readSome(zip, stop);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'busy') return false;
    throw error;
  }
}
