import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from '#app/accounts/actor.server.ts';
import { takeExportSlot } from '#app/accounts/rate-limits.server.ts';
import { recordExport } from '#app/audit/record-export.server.ts';

/** Time until the client must start reading. React Router drops the response to HEAD without cancelling its body. */
const READ_WITHIN_MS = 2_000;
/** Maximum duration of an export. */
const LONGEST_MS = 3_600_000;
/**
 * Minimum reading speed, and how far a client may fall behind it. Without them, a few accounts that hardly read could occupy
 * all slots.
 */
const SLOWEST_BYTES_PER_MS = 16;
const LAG_MS = 30_000;

/** Streams an iterable. Calls `done` once, after the last read or when the client has disconnected or reads too slowly. */
function streamUntil(content: AsyncIterable<Uint8Array>, done: () => void): ReadableStream<Uint8Array> {
  const iterator = content[Symbol.asyncIterator]();
  // The content is made for the request's reader, although it is read after the request's handler has returned.
  const next = AsyncLocalStorage.bind(() => iterator.next());
  /** How long the client may take to read the content sent so far. */
  let allowedMs = LAG_MS;
  let givenAt: number | undefined;
  let slow: NodeJS.Timeout;
  let late: NodeJS.Timeout;
  let ended = false;
  const end = () => {
    ended = true;
    clearTimeout(slow);
    clearTimeout(late);
  };
  const abandon = async () => {
    end();
    // A ZIP's iterator rejects when it is cancelled.
    await Promise.resolve(iterator.return?.())
      .catch(() => undefined)
      .finally(done);
  };
  const giveUp = (controller: ReadableStreamDefaultController) => {
    controller.error(new Error('The export was read too slowly.'));
    void abandon();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        slow = setTimeout(giveUp, READ_WITHIN_MS, controller).unref();
        late = setTimeout(giveUp, LONGEST_MS, controller).unref();
      },
      async pull(controller) {
        clearTimeout(slow);
        if (givenAt !== undefined) allowedMs -= performance.now() - givenAt;
        try {
          const { done: complete, value } = await next();
          if (ended) return;
          if (!complete) {
            controller.enqueue(value);
            allowedMs = Math.min(LAG_MS, allowedMs + value.byteLength / SLOWEST_BYTES_PER_MS);
            givenAt = performance.now();
            slow = setTimeout(giveUp, allowedMs, controller).unref();
            return;
          }
        } catch (error) {
          end();
          done();
          throw error;
        }
        end();
        done();
        controller.close();
      },
      cancel: abandon,
    },
    { highWaterMark: 0 },
  );
}

/**
 * Responds with a download that is made while it is sent. It occupies one of the account's export slots until it ends.
 * @param name of the file
 * @param make makes the content, and throws errors of the request
 * @throws AppError rate-limited and busy, before anything is made; errors of `make`
 */
export async function exportResponse(
  actor: Actor,
  name: string,
  contentType: string,
  make: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>,
): Promise<Response> {
  const release = takeExportSlot(actor);
  try {
    const content = await make();
    recordExport(actor, name);
    return new Response(streamUntil(content, release), {
      headers: {
        'Content-Type': contentType,
        'Content-Disposition': `attachment; filename="${name}"`,
        // Its length is unknown until all of it is made.
        'Accept-Ranges': 'none',
        'Cache-Control': 'no-store',
      },
    });
  } catch (error) {
    release();
    throw error;
  }
}
