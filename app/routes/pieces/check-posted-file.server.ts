import { MAX_FILE_BYTES } from '@certrace/verify';
import { type Actor, clientOf } from '#app/accounts/actor.server.ts';
import { type UploadSubmission, uploadAction } from '#app/routes/upload-action.server.ts';
import { readUpload, type UploadSource } from '#app/routes/upload-form.server.ts';
import { timeZoneOf } from '#app/server/session/context.server.ts';
import { createByteBlock, freeBytes } from '#app/shared/byte-block.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { createFairQueue, patientFor } from '#app/shared/fair-queue.server.ts';
import { formatInstantInZone } from '#app/shared/format-instants.ts';
import { createMemoryBudget } from '#app/shared/memory-budget.server.ts';
import { type LazyText, textNow } from '#app/shared/reader-texts.ts';
import { countFileCheck, reportOnFile } from '#app/verification/authentication/authenticate-file.server.ts';
import { fileTooLarge } from '#app/verification/texts.ts';
import { t } from '#messages';

type Rules = {
  /** Holds the memory of the file until it is discarded. */
  hold: ReturnType<typeof createMemoryBudget>;
  fileField: string;
  maxBytes: number;
  tooLargeMessage: LazyText;
};

/**
 * Returns a function that stages an uploaded file in memory, for `readUpload`.
 * @throws AppError too-large; busy
 */
export const inMemory =
  ({ hold, fileField, maxBytes, tooLargeMessage }: Rules) =>
  async (chunks: AsyncIterable<Uint8Array>, fileName: string) => {
    const holding = hold();
    const block = createByteBlock(maxBytes);
    holding.signal.addEventListener('abort', block.free);
    try {
      for await (const chunk of chunks) {
        holding.grow(chunk.byteLength);
        if (block.append(chunk)) continue;
        throw new AppError('too-large', textNow(tooLargeMessage), {
          fields: { [fileField]: [textNow(tooLargeMessage)] },
        });
      }
      holding.keep();
    } catch (error) {
      holding.release();
      throw error;
    }
    const bytes = block.take();
    const discard = async () => {
      freeBytes(bytes);
      holding.release();
    };
    return { fileName, bytes, discard };
  };

const FILE = { fileField: 'file', maxBytes: MAX_FILE_BYTES, tooLargeMessage: fileTooLarge };
const noFile = () => t('checkPostedFile.pleaseChooseAPdfPngSvgOrJsonFile');
const tooMany = () => t('checkPostedFile.tooManyFilesAreBeingChecked');

/** Limits the memory of all files that are being read or checked. */
const holdFile = createMemoryBudget({ maxBytes: 128 * 1_048_576, message: tooMany });

/** So many files of an address fit into the memory, so that it takes none from the files of others. The rest of a class waits. */
const readInTurn = createFairQueue({
  concurrent: Number.POSITIVE_INFINITY,
  concurrentPerAccount: 10,
  waiting: 1_000,
  message: tooMany,
});

/**
 * Reads a posted file and checks it. The file is only in memory, until `check` is done.
 * @throws AppError rate-limited or busy before the body is read; as `readUpload` and `check`; invalid when no file was chosen
 */
export async function checkPostedFile<Result>(
  actor: Actor,
  upload: UploadSource,
  check: (actor: Actor, file: Uint8Array<ArrayBuffer>) => Promise<Result>,
): Promise<Result> {
  await countFileCheck(actor);
  const { file } = await readInTurn(patientFor(clientOf(actor)), () =>
    readUpload(upload, {
      actor: null,
      ownerId: null,
      ...FILE,
      stage: inMemory({ ...FILE, hold: holdFile }),
      keepFields: false,
    }),
  );
  if (!file) throw invalid(noFile(), { [FILE.fileField]: [noFile()] });
  try {
    return await check(actor, file.bytes);
  } finally {
    await file.discard();
  }
}

/** The action of a form with a file to check. */
export const fileAction = <Result, Outcome>(
  check: (actor: Actor, file: Uint8Array<ArrayBuffer>) => Promise<Result>,
  outcome: (result: Result, submission: UploadSubmission) => Outcome,
) =>
  uploadAction({
    read: async ({ actor, upload }) => ({ fields: {}, result: await checkPostedFile(actor, upload, check) }),
    perform: ({ result }) => result,
    outcome,
  });

/** The action of a page that checks a file. */
export const checkAction = fileAction(reportOnFile, ({ checkedAt, ...checked }, { request }) => ({
  ok: true as const,
  checked: { ...checked, checkedAt: formatInstantInZone(checkedAt, timeZoneOf(request)) },
}));
