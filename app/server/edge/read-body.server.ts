import { createByteBlock } from '#app/shared/byte-block.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { createMemoryBudget, type Holding } from '#app/shared/memory-budget.server.ts';
import { t } from '#messages';

/** Reads a body into memory. Returns null when it exceeds `limit` bytes. Frees it when `signal` aborts. */
export type ReadBody = (limit: number, signal: AbortSignal) => Promise<Uint8Array | null>;

/** Limits the memory of all bodies that are being read. */
const holdBody = createMemoryBudget({
  maxBytes: 64 * 1_048_576,
  maxHolders: 1_000,
  message: () => t('readBody.theBodyArrivedTooSlowlyWhileTheServerWasBusy'),
});

/** Reads the body from the Request. */
const readerOf =
  (request: Request): ReadBody =>
  async (limit, signal) => {
    const reader = request.body?.getReader();
    const block = createByteBlock(limit);
    signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined), { once: true });
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      signal.throwIfAborted();
      if (done || !value) break;
      if (!block.append(value)) {
        void reader?.cancel().catch(() => undefined);
        return null;
      }
    }
    return block.take();
  };

/**
 * Reads the whole body of a request. Returns null when it exceeds `limit` bytes.
 * @param read reads the body if the Request has none
 * @param held takes the memory of the body, and keeps it after the return. Without it, bodies that are being read share a budget
 * @throws AppError busy when the body is slow and the server holds too many; invalid when it is incomplete
 */
export async function readBody(
  request: Request,
  limit: number,
  read: ReadBody = readerOf(request),
  held?: Holding,
): Promise<Uint8Array | null> {
  const declared = Number(request.headers.get('content-length') ?? limit);
  if (declared > limit) return null;
  const holding = held ?? holdBody();
  try {
    holding.grow(declared);
    return await read(limit, holding.signal);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('invalid', t('readBody.theBodyIsIncomplete'), { cause });
  } finally {
    if (!held) holding.release();
  }
}
