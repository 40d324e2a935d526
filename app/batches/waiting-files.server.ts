import { createHash } from 'node:crypto';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { type Actor, clientOf, type Issuer, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { enteredFieldsOf } from '#app/certificates/field-values.server.ts';
import { freeBytes } from '#app/shared/byte-block.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { foldName } from '#app/shared/lists/columns.ts';
import { db, transaction } from '#db/client.ts';
import { batches } from '#db/schema/batches.ts';
import type { Answers, BatchOptions, Reading } from './batch.schema.ts';
import { findBatch } from './batch.server.ts';
import { finishBatch, readBatch, requireFewReady } from './check-batch.server.ts';
import { inBatchTurn } from './checker.server.ts';
import type { ListQuestion } from './list-questions.ts';
import { checkZip, keptZip, requirePictureField } from './pictures/add-pictures.server.ts';
import { NOTHING_GIVEN } from './pictures/give-pictures.server.ts';
import { insertZip, keepZip, removeZip } from './pictures/zip-files.server.ts';

/** Files of an organisation that wait for answers. A further one takes the place of the oldest. */
const MOST_WAITING = 5;

/** The question about a waiting file, with the choices that were made before. */
type Asked = { question: ListQuestion; isRemembered: boolean; allowDuplicate: boolean };

type Upload = {
  bytes: Buffer;
  fileName: string;
  designId: string | undefined;
  allowDuplicate: boolean;
  /** A ZIP with the photographs of the rows. The caller discards it, unless it is moved. */
  zip?: { id: string; path: string } | null;
};

const headerHash = ({ names }: ListQuestion) =>
  createHash('sha256')
    .update(JSON.stringify(names.map(foldName)))
    .digest('hex');

/** The question with the columns as the organisation matched them in its last file with this header. */
function withRememberedMatch(
  issuerId: string,
  question: ListQuestion,
): Pick<Asked, 'question' | 'isRemembered'> {
  const found = db()
    .select({ reading: batches.reading })
    .from(batches)
    .where(and(eq(batches.issuerId, issuerId), eq(batches.headerHash, headerHash(question))))
    .orderBy(desc(batches.seq))
    .limit(1)
    .get();
  const targets = (found?.reading as { targets?: string[] } | null)?.targets;
  return targets
    ? { question: { ...question, targets }, isRemembered: true }
    : { question, isRemembered: false };
}

type List = Omit<Upload, 'zip'>;

const readUpload = (actor: Issuer, { bytes, allowDuplicate, designId }: List, reading: Reading) => {
  const options: BatchOptions = { onError: 'skip', start: false, designId };
  return readBatch(actor, { type: 'list', bytes, options, allowDuplicate, reading });
};

/** Keeps a file with the question about it, and its ZIP. */
function keepFile(
  actor: Issuer,
  { bytes, fileName, designId, allowDuplicate, zip }: Upload,
  asked: ListQuestion,
): string {
  const issuerId = actor.organisation.id;
  const reading: Asked = { ...withRememberedMatch(issuerId, asked), allowDuplicate };
  const id = newId();
  transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const { seq } = tx
      .insert(batches)
      .values({
        id,
        issuerId,
        fileName,
        status: 'checking',
        total: 0,
        failed: 0,
        designId: designId ?? null,
        createdAt: now(),
        reading,
        file: bytes,
      })
      .returning({ seq: batches.seq })
      .get();
    if (zip) insertZip(tx, issuerId, { batchSeq: seq, fileId: zip.id, ...NOTHING_GIVEN });
    const newest = tx
      .select({ seq: batches.seq })
      .from(batches)
      .where(and(eq(batches.issuerId, issuerId), isNotNull(batches.file)))
      .orderBy(desc(batches.seq))
      .limit(MOST_WAITING);
    tx.delete(batches)
      .where(
        and(eq(batches.issuerId, issuerId), isNotNull(batches.file), sql`${batches.seq} not in ${newest}`),
      )
      .run();
  });
  return id;
}

/**
 * Checks a list that a person uploads. A list that leaves something open is kept until it is answered.
 * @returns its ID, and whether it waits for `answerQuestion`
 * @throws AppError as `checkBatch`
 */
export async function uploadList(actor: Actor, upload: Upload): Promise<{ id: string; isWaiting: boolean }> {
  requireIssuer(actor, 'certificates');
  if (upload.zip) requirePictureField(enteredFieldsOf(actor.organisation.id));
  const zip = await checkZip(upload.zip ?? null);
  return inBatchTurn(clientOf(actor), async () => {
    requireFewReady(actor);
    const read = await readUpload(actor, upload, { asks: 'if-unsure' });
    if (!('question' in read)) freeBytes(upload.bytes);
    if (zip) await keepZip(zip);
    try {
      if ('question' in read) return { id: keepFile(actor, upload, read.question), isWaiting: true };
      const { id } = await finishBatch(actor, read, { fileName: upload.fileName, zip });
      return { id, isWaiting: false };
    } catch (error) {
      if (zip) await removeZip(zip.id);
      throw error;
    }
  });
}

/**
 * The question about one of the actor's files.
 * @returns null once it is answered
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function questionAbout(actor: Actor, id: string): (Asked & { fileName: string }) | null {
  requireIssuer(actor, 'certificates');
  const found = db()
    .select({ fileName: batches.fileName, reading: batches.reading })
    .from(batches)
    .where(mine(actor, id))
    .get();
  if (found) return { ...(found.reading as Asked), fileName: found.fileName ?? '' };
  findBatch(actor, id);
  return null;
}

const mine = (actor: Issuer, id: string) =>
  and(eq(batches.id, id), eq(batches.issuerId, actor.organisation.id), isNotNull(batches.file));

/** What the answers choose about reading. Another encoding or sheet gives other columns, about which the reader is asked again. */
function readingOf({ question }: Asked, answers: Answers, isAgain: boolean): Reading {
  const source = question.encoding
    ? { encoding: answers.encoding ?? question.encoding }
    : { sheet: answers.sheet ?? question.sheet };
  const isOther =
    'encoding' in source ? source.encoding !== question.encoding : source.sheet !== question.sheet;
  if (isAgain || isOther) return { ...source, asks: 'always' };
  const targets = question.names.map((_, at) => answers.targetAt(at));
  return {
    ...source,
    dateOrder: answers.dateOrder,
    chosen: { line: question.line, targets, fixed: answers.fixed },
    asks: 'if-unsure',
  };
}

/**
 * Reads a waiting file as the answers say, and makes a batch of it, unless something is still open. Two requests at once give one batch.
 * @param isAgain only reads the file again
 * @returns whether the file still waits
 * @throws AppError as `checkBatch`; invalid for missing columns
 */
export async function answerQuestion(
  actor: Actor,
  id: string,
  answers: Answers,
  isAgain: boolean,
): Promise<boolean> {
  requireIssuer(actor, 'certificates');
  return inBatchTurn(clientOf(actor), async () => {
    const found = db().select().from(batches).where(mine(actor, id)).get();
    if (!found?.file) {
      findBatch(actor, id);
      return false;
    }
    requireFewReady(actor);
    const asked = found.reading as Asked;
    const { seq, file: bytes, fileName, designId } = found;
    const upload = {
      bytes,
      fileName: fileName ?? '',
      designId: designId ?? undefined,
      allowDuplicate: asked.allowDuplicate,
    };
    const reading = readingOf(asked, answers, isAgain);
    const read = await readUpload(actor, upload, reading);
    if ('question' in read) {
      const next: Asked = reading.chosen
        ? { ...asked, question: read.question }
        : {
            ...withRememberedMatch(actor.organisation.id, { ...read.question, fixed: answers.fixed }),
            allowDuplicate: asked.allowDuplicate,
          };
      const changed = db().update(batches).set({ reading: next }).where(mine(actor, id)).run().changes;
      if (changed === 0) throw notFound();
      return true;
    }
    const { targets = [] } = reading.chosen ?? {};
    const match = { headerHash: headerHash(asked.question), targets };
    try {
      await finishBatch(actor, read, { fileName, waiting: { seq, id }, match, zip: await keptZip(seq) });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error;
      // Another request has made the batch of this file.
      findBatch(actor, id);
    }
    return false;
  });
}

/**
 * Removes a waiting file. Does nothing once it is a batch.
 * @returns whether the file is removed
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function discardFile(actor: Actor, id: string): boolean {
  requireIssuer(actor, 'certificates');
  return transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const isRemoved = tx.delete(batches).where(mine(actor, id)).run().changes > 0;
    if (!isRemoved) findBatch(actor, id);
    return isRemoved;
  });
}
