import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { operations } from '#db/operations.ts';
import { AppError } from './errors.server.ts';
import { log } from './log.server.ts';
import { createSemaphore } from './semaphore.server.ts';

type Options = Omit<NonNullable<ConstructorParameters<typeof Piscina>[0]>, 'filename' | 'maxThreads'> & {
  /** Module whose default export does the work. */
  file: URL;
  maxThreads: number;
  /** How many tasks may wait. */
  maxQueue: number;
  /** Message for the caller when too many tasks are waiting, or when threads keep dying. */
  busyMessage: string;
  /** A task that takes longer ends, and its thread with it. */
  timeoutMs?: number;
  /** Whether a task whose thread died runs once more: true unless the task itself may be what ends threads. */
  retries?: boolean;
};

/** Whether the thread ended, as opposed to the task having thrown. */
const threadDied = (error: unknown) =>
  error instanceof Error &&
  (/^worker exited/.test(error.message) || ('code' in error && /^ERR_WORKER_/.test(String(error.code))));

const timedOut = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/**
 * Worker threads that start with the first task and end when idle. A task whose thread dies runs once more on a new pool,
 * because Piscina starts no thread for waiting tasks when its last one has died.
 */
export function createWorkerPool<Task, Result>({
  file,
  maxThreads,
  maxQueue,
  busyMessage,
  timeoutMs,
  retries = true,
  ...options
}: Options) {
  const inTurn = createSemaphore(maxThreads, maxQueue, busyMessage);
  const name = file.pathname.split('/').at(-1) ?? '';
  let pool: Piscina<Task, Result> | undefined;

  function drop(failed: Piscina<Task, Result>, error: unknown) {
    log.error({ err: error, worker: name }, 'worker thread died');
    if (pool === failed) pool = undefined;
    // Its other threads finish their tasks first.
    void failed.close().catch(() => undefined);
  }

  function start() {
    if (pool) return pool;
    const started = new Piscina<Task, Result>({
      filename: file.href,
      minThreads: 0,
      maxThreads,
      execArgv: [],
      ...options,
    });
    // Without a listener, an error of an idle thread would end the process.
    started.on('error', (error) => drop(started, error));
    pool = started;
    return started;
  }

  async function attempt(task: Task, transferList: Transferable[]): Promise<Result> {
    const threads = start();
    const signal = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs);
    try {
      return await threads.run(task, { transferList, signal });
    } catch (error) {
      if (timedOut(error)) log.warn({ worker: name }, 'worker task timed out');
      else if (threadDied(error)) drop(threads, error);
      else throw error;
      throw new AppError('busy', busyMessage, { retryAfterSeconds: 5, cause: error });
    }
  }

  const attemptTwice = (task: Task, transferList: Transferable[]) =>
    attempt(task, transferList).catch((error: unknown) => {
      if (retries && error instanceof AppError) return attempt(task, transferList);
      throw error;
    });

  return {
    /**
     * @param transferList what is handed over with the task; only without `retries`
     * @throws AppError busy; whatever the task throws
     */
    run: (task: Task, transferList: Transferable[] = []): Promise<Result> =>
      operations.tracePromise(() => inTurn(() => attemptTwice(task, transferList)), { name, isPart: true }),
    /** As `run`, but starts only when no other task waits. */
    runWhenFree: (task: Task): Promise<Result> =>
      operations.tracePromise(() => inTurn(() => attemptTwice(task, []), 'low'), { name, isPart: true }),
    /** Ends the threads once they have finished what they are doing. */
    async close() {
      const closing = pool;
      pool = undefined;
      await closing?.close();
    },
  };
}
