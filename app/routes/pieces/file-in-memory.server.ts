import { createByteBlock, freeBytes } from '#app/shared/byte-block.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import type { createMemoryBudget } from '#app/shared/memory-budget.server.ts';
import { type LazyText, textNow } from '#app/shared/reader-texts.ts';

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
