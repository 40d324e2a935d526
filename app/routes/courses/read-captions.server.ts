import type { Actor } from '#app/accounts/actor.server.ts';
import {
  captionsTooLarge,
  MAX_CAPTIONS_BYTES,
  noCaptionsFile,
  setCaptions,
} from '#app/courses/captions/change-captions.server.ts';
import { captionsSchema } from '#app/courses/captions/languages.ts';
import { inMemory } from '#app/routes/pieces/file-in-memory.server.ts';
import { readUpload, type Upload, type UploadSource } from '#app/routes/upload-form.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { createMemoryBudget } from '#app/shared/memory-budget.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { t } from '#messages';

const captionsFile = () => ({
  fileField: 'file',
  maxBytes: MAX_CAPTIONS_BYTES,
  tooLargeMessage: captionsTooLarge(),
});

/** Limits the memory of all files that are being read. */
const hold = createMemoryBudget({
  maxBytes: 16 * 1_048_576,
  message: () => t('captions.tooManyAreBeingSaved'),
});

/** Reads a form with captions. Errors as `readUpload`. */
export function readCaptions(actor: Actor, upload: UploadSource, keepFields = false) {
  const file = captionsFile();
  return readUpload(upload, {
    ...file,
    actor,
    ownerId: null,
    stage: inMemory({ ...file, hold }),
    keepFields,
  });
}

type StagedCaptions = Awaited<ReturnType<typeof readCaptions>>['file'];

/** Sets captions that were read, and discards the file. @throws AppError as `setCaptions`; invalid without a file */
export async function setReadCaptions(
  actor: Actor,
  lessonId: string,
  fields: Upload<unknown>['fields'],
  file: StagedCaptions,
) {
  try {
    const { language } = parseInput(captionsSchema, fields);
    if (!file || file.bytes.byteLength === 0) throw invalid(noCaptionsFile(), { file: [noCaptionsFile()] });
    // A copy, because the thread gets the whole buffer, and the budget's block is freed.
    return await setCaptions(actor, lessonId, language, Uint8Array.from(file.bytes));
  } finally {
    await file?.discard();
  }
}
