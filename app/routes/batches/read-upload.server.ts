import type { Member } from '#app/accounts/actor.server.ts';
import { holdBatchFile } from '#app/batches/checker.server.ts';
import { csvTooLarge, MAX_CSV_BYTES } from '#app/batches/limits.ts';
import { inMemory } from '#app/routes/pieces/file-in-memory.server.ts';
import { readUpload, type UploadSource } from '#app/routes/upload-form.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { t } from '#messages';

const FILE = { fileField: 'file', maxBytes: MAX_CSV_BYTES, tooLargeMessage: csvTooLarge };
const noFile = () => t('common.pleaseChooseAFile');
const MAX_NAME_LENGTH = 100;

/**
 * Reads the fields and the file of the upload form. The caller discards the file.
 * @throws AppError as `readUpload`; invalid without a file
 */
export async function readBatchUpload(actor: Member, upload: UploadSource) {
  const { fields, file } = await readUpload(upload, {
    ...FILE,
    actor,
    ownerId: null,
    stage: inMemory({ ...FILE, hold: holdBatchFile }),
    keepFields: false,
  });
  if (!file || file.bytes.byteLength === 0) {
    await file?.discard();
    throw invalid(noFile(), { [FILE.fileField]: [noFile()] });
  }
  return { fields, file: { ...file, fileName: shownName(file.fileName) } };
}

/** The file's name without a path and without control characters. */
const shownName = (name: string) =>
  name
    .toWellFormed()
    .replace(/^.*[\\/]/, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .slice(0, MAX_NAME_LENGTH)
    .trim() || 'certificates.csv';
