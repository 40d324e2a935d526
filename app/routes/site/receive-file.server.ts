import { MAX_FILE_BYTES } from '@certrace/verify';
import type { Actor } from '#app/accounts/actor.server.ts';
import { readUpload, type UploadSource } from '#app/routes/upload-form.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { FILE_TOO_LARGE } from '#app/verification/authentication/texts.ts';

const FILE_FIELD = 'file';
const NO_FILE = 'Please choose a PDF, PNG or JSON file.';
const MEGABYTE = 1_048_576;
/** How much of the files that are being read may be in memory at once. */
const MEMORY_BYTES = 128 * MEGABYTE;
const MEMORY_FULL = 'Too many files are being checked. Please try again in a moment.';

const tooLarge = () =>
  new AppError('too-large', FILE_TOO_LARGE, { fields: { [FILE_FIELD]: [FILE_TOO_LARGE] } });

let held = 0;

/** Moves the first `length` bytes of a buffer to one of another size, and frees it at once. */
function resize(buffer: Buffer<ArrayBuffer>, length: number, size: number): Buffer<ArrayBuffer> {
  const resized = Buffer.allocUnsafeSlow(size);
  buffer.copy(resized, 0, 0, length);
  buffer.buffer.transfer(0);
  return resized;
}

/**
 * Reads a file into memory, which `discard` frees again. It is read into one large block, which is a mapping of its own. Thousands
 * of chunks would fragment malloc's heap, and it would never shrink again.
 * @throws AppError too-large; busy
 */
async function keepInMemory(bytes: AsyncIterable<Uint8Array>) {
  let file = Buffer.allocUnsafeSlow(MEGABYTE);
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
      const needed = length + chunk.byteLength;
      if (needed > file.byteLength) {
        file = resize(file, length, Math.min(MAX_FILE_BYTES, Math.max(needed, 2 * file.byteLength)));
      }
      file.set(chunk, length);
      length = needed;
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return { bytes: resize(file, length, length), discard };
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
