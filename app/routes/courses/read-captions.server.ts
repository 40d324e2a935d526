import type { Actor } from '#app/accounts/actor.server.ts';
import { setCaptions } from '#app/courses/captions/change-captions.server.ts';
import { captionsSchema } from '#app/courses/captions/languages.ts';
import { CAPTIONS_TOO_LARGE, MAX_CAPTIONS_BYTES, NO_CAPTIONS_FILE } from '#app/courses/captions/limits.ts';
import { inMemory } from '#app/routes/pieces/file-in-memory.server.ts';
import { readUpload, type Upload, type UploadSource } from '#app/routes/upload-form.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { createMemoryBudget } from '#app/shared/memory-budget.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';

const FILE = { fileField: 'file', maxBytes: MAX_CAPTIONS_BYTES, tooLargeMessage: CAPTIONS_TOO_LARGE };

/** Limits the memory of all files that are being read. */
const hold = createMemoryBudget({
  maxBytes: 16 * 1_048_576,
  message: 'Too many captions are being saved. Please try again in a moment.',
});

/** Reads a form with captions. Errors as `readUpload`. */
export const readCaptions = (actor: Actor, upload: UploadSource, keepFields = false) =>
  readUpload(upload, { ...FILE, actor, ownerId: null, stage: inMemory({ ...FILE, hold }), keepFields });

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
    if (!file || file.bytes.byteLength === 0) throw invalid(NO_CAPTIONS_FILE, { file: [NO_CAPTIONS_FILE] });
    // A copy, because the thread gets the whole buffer, and the budget's block is freed.
    return await setCaptions(actor, lessonId, language, Uint8Array.from(file.bytes));
  } finally {
    await file?.discard();
  }
}
