import { AppError } from '#app/shared/errors.server.ts';

/** Pages that may wait; each takes a few milliseconds, so the last of them waits for some seconds. */
const MAX_WAITING = 500;

const waiting: (() => void)[] = [];

function startNext() {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(startNext);
}

/**
 * Waits for a turn to render a page: one starts in each turn of the event loop. Hundreds of pipelined requests would
 * otherwise all be rendered before any other socket is read.
 * @throws AppError busy, when too many wait
 */
export function renderTurn(): Promise<void> {
  if (waiting.length >= MAX_WAITING) {
    throw new AppError('busy', 'The server is busy. Please try again in a moment.', { retryAfterSeconds: 5 });
  }
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(startNext);
  });
}
