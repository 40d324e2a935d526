import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { operations } from '#db/operations.ts';
import { AppError } from './errors.server.ts';
import { log } from './log.server.ts';
import { createSemaphore } from './semaphore.server.ts';

type Options = Omit<NonNullable<ConstructorParameters<typeof Piscina>[0]>, 'filename' | 'maxThreads'> & {
  /** Module whose default export runs a task. */
  file: URL;
  maxThreads: number;
  /** How many tasks may wait. */
  maxQueue: number;
  /** Error message when too many tasks are waiting, or when threads keep crashing. */
  busyMessage: string;
  /** Time limit of a task. Exceeding it ends the thread. */
  timeoutMs?: number;
  /** Whether a task whose thread crashed runs once more. Set it to false if tasks themselves can crash threads. */
  retries?: boolean;
};

/** Whether the thread crashed, as opposed to the task throwing an error. */
const threadDied = (error: unknown) =>
  error instanceof Error &&
  (/^worker exited/.test(error.message) || ('code' in error && /^ERR_WORKER_/.test(String(error.code))));

const timedOut = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/**
 * A pool of worker threads that start with the first task and end when idle. A task whose thread crashes runs once more on a
 * new pool, because Piscina starts no thread for waiting tasks after its last one has crashed.
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
  const withSlot = createSemaphore(maxThreads, maxQueue, busyMessage);
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
    // Without a listener, an error of an idle thread would crash the process.
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
     * Runs a task.
     * @param transferList objects to transfer with the task; only without `retries`
     * @throws AppError busy; errors of the task
     */
    run: (task: Task, transferList: Transferable[] = []): Promise<Result> =>
      operations.tracePromise(() => withSlot(() => attemptTwice(task, transferList)), { name, isPart: true }),
    /** As `run`, but the task starts only when no other task is waiting. */
    runWhenFree: (task: Task): Promise<Result> =>
      operations.tracePromise(() => withSlot(() => attemptTwice(task, []), 'low'), { name, isPart: true }),
    /** Ends the threads after their current tasks. */
    async close() {
      const closing = pool;
      pool = undefined;
      await closing?.close();
    },
  };
}
