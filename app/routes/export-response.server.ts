import type { Actor } from '#app/accounts/actor.server.ts';
import { takeExportSlot } from '#app/accounts/rate-limits.server.ts';

/** Time until the response must be read. React Router drops the one to HEAD without cancelling it. */
const READ_WITHIN_MS = 2_000;
/** Longest time that an export may take, so that a client that hardly reads doesn't keep its slot. */
const LONGEST_MS = 3_600_000;

/** A stream of an iterable that calls `done` once, when everything was read, the client left or the time is over. */
function streamUntil(content: AsyncIterable<Uint8Array>, done: () => void): ReadableStream<Uint8Array> {
  const iterator = content[Symbol.asyncIterator]();
  const timers: NodeJS.Timeout[] = [];
  const end = () => {
    for (const timer of timers) clearTimeout(timer);
    done();
  };
  const abandon = async () => {
    end();
    await iterator.return?.();
  };
  let started = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const giveUp = () => {
          controller.error(new Error('The export took too long.'));
          void abandon().catch(() => undefined);
        };
        timers.push(
          setTimeout(() => started || giveUp(), READ_WITHIN_MS).unref(),
          setTimeout(giveUp, LONGEST_MS).unref(),
        );
      },
      async pull(controller) {
        started = true;
        try {
          const { done: complete, value } = await iterator.next();
          if (!complete) controller.enqueue(value);
          else {
            end();
            controller.close();
          }
        } catch (error) {
          end();
          throw error;
        }
      },
      cancel: abandon,
    },
    { highWaterMark: 0 },
  );
}

/**
 * Responds with a download that is made while it is sent. Until then it counts towards the exports of the account.
 * @param make makes the content, and throws what is wrong with the request
 * @throws AppError rate-limited and busy, before anything is made; whatever `make` throws
 */
export async function exportResponse(
  actor: Actor,
  headers: Record<string, string>,
  make: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>,
): Promise<Response> {
  const release = takeExportSlot(actor);
  try {
    return new Response(streamUntil(await make(), release), {
      headers: { ...headers, 'Cache-Control': 'no-store' },
    });
  } catch (error) {
    release();
    throw error;
  }
}
