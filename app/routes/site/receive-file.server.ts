import { MAX_FILE_BYTES } from '@certrace/verify';
import type { Actor } from '#app/accounts/actor.server.ts';
import { readUpload, type UploadSource } from '#app/routes/upload-form.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { FILE_TOO_LARGE } from '#app/verification/authentication/texts.ts';

const FILE_FIELD = 'file';
const NO_FILE = 'Please choose a PDF, PNG or JSON file.';
/** How much of the files that are being read may be in memory at once. */
const MEMORY_BYTES = 128 * 1_048_576;
const MEMORY_FULL = 'Too many files are being checked. Please try again in a moment.';

const tooLarge = () =>
  new AppError('too-large', FILE_TOO_LARGE, { fields: { [FILE_FIELD]: [FILE_TOO_LARGE] } });

let held = 0;

/** Reads a file into memory, which `discard` frees again. @throws AppError too-large; busy */
async function keepInMemory(bytes: AsyncIterable<Uint8Array>) {
  const chunks: Buffer[] = [];
  let length = 0;
  const discard = async () => {
    held -= length;
    length = 0;
  };
  try {
    for await (const chunk of bytes) {
      if (length + chunk.byteLength > MAX_FILE_BYTES) throw tooLarge();
      if (held + chunk.byteLength > MEMORY_BYTES) {
        throw new AppError('busy', MEMORY_FULL, { retryAfterSeconds: 5 });
      }
      held += chunk.byteLength;
      length += chunk.byteLength;
      chunks.push(Buffer.from(chunk));
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return { bytes: Buffer.concat(chunks), discard };
}

/**
 * Reads a posted file and hands it to a verb. It is in memory only, and only until the verb is done.
 * @throws AppError as `readUpload` and the verb; invalid when no file was chosen
 */
export async function receiveFile<Result>(
  actor: Actor,
  upload: UploadSource,
  verb: (actor: Actor, file: Uint8Array) => Promise<Result>,
): Promise<Result> {
  const { file } = await readUpload(upload, {
    actor: { kind: 'visitor', address: actor.address },
    ownerId: null,
    fileField: FILE_FIELD,
    stage: keepInMemory,
    maxBytes: MAX_FILE_BYTES,
    tooLargeMessage: FILE_TOO_LARGE,
    keepFields: false,
  });
  if (!file) throw invalid(NO_FILE, { [FILE_FIELD]: [NO_FILE] });
  try {
    return await verb(actor, file.bytes);
  } finally {
    await file.discard();
  }
}
