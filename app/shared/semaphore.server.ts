import { AppError } from './errors.server.ts';

const RETRY_AFTER_SECONDS = 5;

/**
 * Limits how many tasks run at once and how many wait.
 * @param message shown to the caller when too many are waiting
 * @returns a function that runs a task in its turn; throws AppError busy
 */
export function createSemaphore(concurrent: number, waiting: number, message: string) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= concurrent) {
      if (queue.length >= waiting) {
        throw new AppError('busy', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
