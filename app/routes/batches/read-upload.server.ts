import { createReadStream } from 'node:fs';
import type { Member } from '#app/accounts/actor.server.ts';
import { holdBatchFile } from '#app/batches/checker.server.ts';
import { csvTooLarge, MAX_CSV_BYTES, MAX_ZIP_BYTES, ZIP_FIELD, zipTooLarge } from '#app/batches/limits.ts';
import { countPictureFields } from '#app/batches/pictures/add-pictures.server.ts';
import { startsZip } from '#app/batches/pictures/picture-zip.server.ts';
import { receiveFile } from '#app/files/media/receive-file.server.ts';
import { inMemory } from '#app/routes/pieces/check-posted-file.server.ts';
import { readUpload, type UploadSource } from '#app/routes/upload-form.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { t } from '#messages';

const FILE = { fileField: 'file', maxBytes: MAX_CSV_BYTES, tooLargeMessage: csvTooLarge };
const noFile = () => t('common.pleaseChooseAFile');
const MAX_NAME_LENGTH = 100;

/** Reads the fields and the list of the upload form, which is held in memory. The caller discards it. */
async function readList(actor: Member, upload: UploadSource) {
  const { fields, file } = await readUpload(upload, {
    ...FILE,
    actor,
    ownerId: null,
    stage: inMemory({ ...FILE, hold: holdBatchFile }),
    keepFields: false,
  });
  return { fields, file, zip: null };
}

/** How a ZIP or a photograph is received, and how a list beside it. */
const receiver =
  (field: string, maxBytes: number, tooLargeMessage: () => string, accepts: (head: Uint8Array) => boolean) =>
  async (bytes: AsyncIterable<Uint8Array>, fileName: string) => ({
    ...(await receiveFile(bytes, {
      field,
      maxBytes,
      tooLargeMessage,
      accepts,
      wrongKindMessage: t('batchPictures.theFileIsNoZip'),
    })),
    fileName,
  });

const PICTURES = { fileField: ZIP_FIELD, maxBytes: MAX_ZIP_BYTES, tooLargeMessage: zipTooLarge };

/** The same with a ZIP. Until all of it has arrived, which takes long, the list is on the disk. */
async function readListAndZip(actor: Member, upload: UploadSource) {
  const {
    fields,
    file: zip,
    also: list,
    error,
  } = await readUpload(upload, {
    ...PICTURES,
    actor,
    ownerId: actor.organisation?.id ?? null,
    stage: receiver(ZIP_FIELD, MAX_ZIP_BYTES, zipTooLarge, startsZip),
    also: { ...FILE, stage: receiver(FILE.fileField, FILE.maxBytes, FILE.tooLargeMessage, () => true) },
    keepFields: true,
  });
  try {
    if (error) return { fields, file: null, zip: null, error };
    const stage = inMemory({ ...FILE, hold: holdBatchFile });
    const file = list && (await stage(createReadStream(list.path), list.fileName));
    return { fields, file, zip };
  } catch (thrown) {
    await zip?.discard();
    throw thrown;
  } finally {
    await list?.discard();
    if (error) await zip?.discard();
  }
}

/**
 * Reads the fields, the list and the ZIP of the upload form. The caller discards the files.
 * @throws AppError as `readUpload`; invalid without a list
 */
export async function readBatchUpload(actor: Member, upload: UploadSource) {
  const { file, ...read } = await (countPictureFields(actor) > 0 ? readListAndZip : readList)(actor, upload);
  if ('error' in read) return { ...read, file: null };
  if (file && file.bytes.byteLength > 0)
    return { ...read, file: { ...file, fileName: shownName(file.fileName) } };
  await file?.discard();
  await read.zip?.discard();
  const error = invalid(noFile(), { [FILE.fileField]: [noFile()] });
  return { ...read, zip: null, file: null, error };
}

/**
 * Reads a ZIP for a batch, or a photograph for one of its rows. The caller discards the file.
 * @throws AppError as `readUpload`; invalid without a file
 */
export async function readPicturesUpload(actor: Member, upload: UploadSource) {
  const { fields, file } = await readUpload(upload, {
    ...PICTURES,
    actor,
    ownerId: actor.organisation?.id ?? null,
    stage: receiver(ZIP_FIELD, MAX_ZIP_BYTES, zipTooLarge, () => true),
    keepFields: false,
  });
  if (file && file.bytes > 0) return { fields, file };
  await file?.discard();
  throw invalid(noFile(), { [ZIP_FIELD]: [noFile()] });
}

/** The file's name without a path and without control characters. */
const shownName = (name: string) =>
  name
    .toWellFormed()
    .replace(/^.*[\\/]/, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .slice(0, MAX_NAME_LENGTH)
    .trim() || 'certificates.csv';
