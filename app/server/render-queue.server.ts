import { AppError } from '#app/shared/errors.server.ts';
import type { Middleware } from './edge.server.ts';

/** Pages to render at once: few, so that other sockets are read in between. */
const MAX_RENDERING = 2;
/** A page that takes longer is waiting for something other than the CPU, so the next one starts. */
const SLOT_MS = 100;
/** Pages that may wait. Each takes a few milliseconds, so the last one waits a few seconds. */
const MAX_WAITING = 500;

const busy = () =>
  new AppError('busy', 'The server is busy. Please try again in a moment.', { retryAfterSeconds: 5 });

let rendering = 0;
const waiting: (() => void)[] = [];

/** Takes a slot. Returns a function that releases it once. */
function takeSlot(): () => void {
  rendering += 1;
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    rendering -= 1;
    // Start the next page in the next turn of the event loop, so that other sockets are read first.
    if (waiting.length > 0) setImmediate(() => waiting.shift()?.());
  };
}

/**
 * Limits concurrent rendering. Otherwise hundreds of pipelined requests would be rendered before any other socket is read. A
 * request with a body releases its slot at once, because its client decides how long the body takes.
 * @throws AppError busy when too many are waiting, or when the client disconnected while its request waited
 */
async function inRenderQueue<Result>(
  { method, signal }: Request,
  render: () => Promise<Result>,
): Promise<Result> {
  if (rendering >= MAX_RENDERING || waiting.length > 0) {
    if (waiting.length >= MAX_WAITING) throw busy();
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  }
  const release = takeSlot();
  const timer = setTimeout(release, SLOT_MS);
  try {
    if (signal.aborted) throw busy();
    const page = render();
    if (method !== 'GET' && method !== 'HEAD') release();
    return await page;
  } finally {
    clearTimeout(timer);
    release();
  }
}

/** Queues pages and their data. Health checks and API calls cost little. */
export const queuePages: Middleware = (c, next) =>
  c.env.kind.probe || c.env.kind.api ? next() : inRenderQueue(c.req.raw, next);
