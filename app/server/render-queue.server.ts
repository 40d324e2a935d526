import { AppError } from '#app/shared/errors.server.ts';

/** Pages that are rendered at once: few, so that other sockets are read in between. */
const MAX_RENDERING = 2;
/** A page that takes longer waits for something else than the processor, so the next one starts. */
const SLOT_MS = 100;
/** Pages that may wait; each takes a few milliseconds, so the last of them waits for some seconds. */
const MAX_WAITING = 500;

const busy = () =>
  new AppError('busy', 'The server is busy. Please try again in a moment.', { retryAfterSeconds: 5 });

let rendering = 0;
const waiting: (() => void)[] = [];

/** Takes a slot. The result gives it back; calling that again does nothing. */
function takeSlot(): () => void {
  rendering += 1;
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    rendering -= 1;
    // In the next turn of the event loop, so that other sockets are read first.
    if (waiting.length > 0) setImmediate(() => waiting.shift()?.());
  };
}

/**
 * Renders a page when few others are being rendered. Hundreds of pipelined requests would otherwise all be rendered before
 * any other socket is read. A request with a body keeps no slot, since its client decides how long the body takes.
 * @throws AppError busy, when too many wait or the client left while its request waited
 */
export async function inRenderQueue<Result>(
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
