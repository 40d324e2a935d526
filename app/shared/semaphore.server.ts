import { AppError } from './errors.server.ts';

const RETRY_AFTER_SECONDS = 5;

type Priority = 'normal' | 'low';

/**
 * Limits how many tasks run at once and how many wait. A low-priority task waits until no other task is waiting.
 * @param message shown to the caller when too many are waiting
 * @returns a function that runs a task in its turn, and throws AppError busy
 */
export function createSemaphore(concurrent: number, waiting: number, message: string) {
  let running = 0;
  const queues: Record<Priority, (() => void)[]> = { normal: [], low: [] };
  return async function withSlot<Result>(
    work: () => Promise<Result>,
    priority: Priority = 'normal',
  ): Promise<Result> {
    if (running >= concurrent) {
      if (queues.normal.length + queues.low.length >= waiting) {
        throw new AppError('busy', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      await new Promise<void>((resolve) => queues[priority].push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queues.normal.shift() ?? queues.low.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
