import { readFile } from 'node:fs/promises';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { type Actor, clientOf, type Issuer, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { type Batch, findBatch, ownBatch } from '#app/batches/batch.server.ts';
import { inBatchTurn } from '#app/batches/checker.server.ts';
import { ZIP_FIELD } from '#app/batches/limits.ts';
import { encodePicture, pictureTooLarge } from '#app/certificates/field-pictures.server.ts';
import { enteredFieldsOf } from '#app/certificates/field-values.server.ts';
import { controlOf, type OwnField } from '#app/certificates/own-fields.ts';
import type { ReceivedFile } from '#app/files/media/receive-file.server.ts';
import { MAX_THUMBNAIL_BYTES } from '#app/files/media/texts.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, prepared, preparedValue, sqlite, transaction } from '#db/client.ts';
import { batchRows } from '#db/schema/batches.ts';
import { t } from '#messages';
import { recountRows, storeRowPicture } from './batch-pictures.server.ts';
import { givePictures, isPicture } from './give-pictures.server.ts';
import { isZip, picturesIn } from './picture-zip.server.ts';
import { insertZip, keepZip, removeZip, requireNoUnreadZip, zipPath } from './zip-files.server.ts';

/** A received file with a ZIP, which is checked. */
export type CheckedZip = { id: string; path: string; paths: string[] };

/**
 * Checks a ZIP that is received, if there is one.
 * @throws AppError invalid, naming the file in the ZIP; too-large
 */
export async function checkZip(file: { id: string; path: string } | null): Promise<CheckedZip | null> {
  return file && { ...file, paths: (await picturesIn(file.path)).map(({ path }) => path) };
}

/** The ZIP that is kept with a list that is asked about. */
export async function keptZip(batchSeq: number): Promise<CheckedZip | null> {
  const fileId = fileOf().get(batchSeq);
  return fileId ? checkZip({ id: fileId, path: zipPath(fileId) }) : null;
}
const fileOf = preparedValue<string | null>('select file_id from batch_zips where batch_seq = ?');

/** How many fields for pictures an issuer has declared. With one, forms take them. */
export function countPictureFields(actor: Actor): number {
  requireIssuer(actor, 'read');
  return enteredFieldsOf(actor.organisation.id).filter(isPicture).length;
}

/** @throws AppError invalid without a field for pictures */
export function requirePictureField(own: readonly OwnField[]) {
  if (own.some(isPicture)) return;
  const message = t('batchPictures.noFieldForPhotographsIsDeclared');
  throw invalid(message, { [ZIP_FIELD]: [message] });
}

const started = () => new AppError('conflict', t('startBatch.thisBatchWasAlreadyStartedOrCancelled'));

// A row that somebody changed meanwhile stays as it is.
const update = prepared(() =>
  sqlite().prepare(
    `update batch_rows set fields = @fields, errors = @errors
     where batch_seq = @seq and line = @line and fields is @fieldsBefore and errors is @errorsBefore`,
  ),
);
const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

const rowsOf = (batchSeq: number) => {
  const { line, studentEmail, studentName, fields, errors } = batchRows;
  return db()
    .select({ line, studentEmail, studentName, fields, errors })
    .from(batchRows)
    .where(and(eq(batchRows.batchSeq, batchSeq), isNull(batchRows.certificateId)))
    .orderBy(asc(line))
    .all();
};

/** Takes a ZIP for the rows of a batch, in the account's turn. */
async function addZip(actor: Issuer, id: string, file: ReceivedFile, own: readonly OwnField[]) {
  const { seq, issuerId } = ownBatch(actor, id);
  requireNoUnreadZip(seq);
  const paths = (await picturesIn(file.path)).map(({ path }) => path);
  await inBatchTurn(clientOf(actor), async () => {
    const rows = rowsOf(seq);
    const before = rows.map(({ fields, errors }) => ({
      fieldsBefore: json(fields),
      errorsBefore: json(errors),
    }));
    const given = await givePictures(issuerId, rows, own, paths);
    await keepZip(file);
    try {
      transaction((tx) => {
        requireStillMay(tx, actor, 'certificates');
        insertZip(tx, issuerId, { batchSeq: seq, fileId: file.id, ...given });
        for (const [index, { line, fields, errors }] of rows.entries())
          update().run({ seq, line, fields: json(fields), errors: json(errors), ...before[index] });
        if (!recountRows(tx, seq, [])) throw started();
        storeAnswer(tx, findBatch(actor, id));
      });
    } catch (error) {
      await removeZip(file.id);
      throw error;
    }
  });
}

const noLine = () => {
  const message = t('batchPictures.enterTheLineOfThePhotograph');
  return invalid(message, { line: [message] });
};

/** Gives a row a photograph: for the field that lacks one, or the first. */
async function addPicture(
  actor: Issuer,
  id: string,
  line: number,
  file: ReceivedFile,
  own: readonly OwnField[],
) {
  const { seq, issuerId } = ownBatch(actor, id);
  if (file.bytes > MAX_THUMBNAIL_BYTES) throw pictureTooLarge(ZIP_FIELD);
  const picture = await encodePicture(clientOf(actor), await readFile(file.path), ZIP_FIELD);
  transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const row = tx
      .select()
      .from(batchRows)
      .where(and(eq(batchRows.batchSeq, seq), eq(batchRows.line, line), isNull(batchRows.certificateId)))
      .get();
    if (!row) throw noLine();
    const pictures = own.filter(isPicture);
    const field = pictures.find(({ key }) => row.errors?.[controlOf(key)]) ?? pictures[0];
    if (!field || !storeRowPicture(tx, issuerId, row, field, picture)) throw started();
    storeAnswer(tx, findBatch(actor, id));
  });
}

/**
 * Takes a ZIP with photographs for the rows of a batch that is not started, which are read in the background, or the photograph of one
 * row. The caller discards the file.
 * @throws AppError as `ownBatch`; invalid, naming the file in the ZIP, or `line` for a photograph of no row; too-large; conflict while
 *   another ZIP is read; storage-full; busy
 */
export async function addPictures(
  actor: Actor,
  id: string,
  { line, file }: { line: number | undefined; file: ReceivedFile },
): Promise<Batch> {
  requireIssuer(actor, 'certificates');
  // Sending a ZIP may take an hour.
  requireStillMay(db(), actor, 'certificates');
  if (ownBatch(actor, id).status !== 'ready') throw started();
  const own = enteredFieldsOf(actor.organisation.id);
  requirePictureField(own);
  if (await isZip(file.path)) await addZip(actor, id, file, own);
  else if (line === undefined) throw noLine();
  else await addPicture(actor, id, line, file, own);
  return findBatch(actor, id);
}
