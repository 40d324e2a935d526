import { AppError } from '#app/shared/errors.server.ts';

/**
 * Runs a few tasks at a time, and only one per owner. However many tasks an owner queues, the next free slot goes to another
 * owner's task.
 * @throws AppError busy when `maxWaiting` tasks are waiting
 */
export function fairQueue(atOnce: number, maxWaiting: number) {
  const running = new Set<string>();
  const waiting: { owner: string; start: () => void }[] = [];

  function startNext() {
    while (running.size < atOnce) {
      const index = waiting.findIndex(({ owner }) => !running.has(owner));
      const [next] = index < 0 ? [] : waiting.splice(index, 1);
      if (!next) return;
      running.add(next.owner);
      next.start();
    }
  }

  return async function run<Result>(owner: string, task: () => Promise<Result>): Promise<Result> {
    if (waiting.length >= maxWaiting) {
      throw new AppError('busy', 'The server is busy. Please try again in a moment.');
    }
    await new Promise<void>((start) => {
      waiting.push({ owner, start });
      startNext();
    });
    try {
      return await task();
    } finally {
      running.delete(owner);
      startNext();
    }
  };
}
