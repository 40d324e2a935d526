import { AppError } from '#app/shared/errors.server.ts';

const MB = 1024 * 1024;
/** Limits of all bodies that are being read into memory at once: their number and their bytes. */
const MAX_BODIES = 1_000;
const MAX_BYTES = 64 * MB;

/** Reads a body into memory; null when it has more than `limit` bytes. Frees its chunks when `signal` aborts. */
export type ReadBody = (limit: number, signal: AbortSignal) => Promise<Uint8Array | null>;

/** The bodies that are being read, oldest first. */
const reading = new Map<AbortController, number>();
let reserved = 0;

/** Makes room by aborting the oldest bodies, which belong to slow clients or attackers. */
function reserve(bytes: number): AbortController {
  const slot = new AbortController();
  reading.set(slot, bytes);
  reserved += bytes;
  for (const oldest of reading.keys()) {
    if (oldest === slot || (reading.size <= MAX_BODIES && reserved <= MAX_BYTES)) break;
    release(oldest);
    oldest.abort(
      new AppError('busy', 'The body took too long while the server was busy. Please try again.', {
        retryAfterSeconds: 5,
      }),
    );
  }
  return slot;
}

function release(slot: AbortController) {
  reserved -= reading.get(slot) ?? 0;
  reading.delete(slot);
}

/** Reads the body from the Request itself. */
const readerOf =
  (request: Request): ReadBody =>
  async (limit, signal) => {
    const reader = request.body?.getReader();
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined), { once: true });
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      signal.throwIfAborted();
      if (done || !value) break;
      bytes += value.byteLength;
      if (bytes > limit) {
        void reader?.cancel().catch(() => undefined);
        return null;
      }
      chunks.push(value);
    }
    return Buffer.concat(chunks);
  };

/**
 * The body of a request as a whole, or null when it has more than `limit` bytes.
 * @param read reads the body when the Request has none
 * @throws AppError busy, when the body is slow and the server holds too many of them; invalid, when it breaks off
 */
export async function readBody(
  request: Request,
  limit: number,
  read: ReadBody = readerOf(request),
): Promise<Uint8Array | null> {
  const declared = Number(request.headers.get('content-length') ?? limit);
  if (declared > limit) return null;
  const slot = reserve(declared);
  try {
    return await read(limit, slot.signal);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('invalid', 'The body did not arrive whole.', { cause });
  } finally {
    release(slot);
  }
}
