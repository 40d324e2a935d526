import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { operations } from '#db/operations.ts';
import { AppError } from './errors.server.ts';
import { type Client, createFairQueue, SITE } from './fair-queue.server.ts';
import { log } from './log.server.ts';

/**
 * How long a task runs on after its client has left. Ending its thread at once would cost more than most tasks, because the
 * next thread loads its modules and fonts again.
 */
const ABANDONED_MS = 5_000;

type Options = Omit<NonNullable<ConstructorParameters<typeof Piscina>[0]>, 'filename' | 'maxThreads'> & {
  /** Module whose default export runs a task. */
  file: URL;
  maxThreads: number;
  /** How many tasks may wait, of all accounts and of each. */
  maxQueue: number;
  maxQueuePerAccount?: number;
  /** Error message when too many tasks are waiting, or when threads keep crashing. */
  busyMessage: string;
  /** Time limit of a task. Exceeding it ends the thread. */
  timeoutMs?: number;
  /** Whether a task whose thread crashed runs once more. Set it to false if tasks themselves can crash threads. */
  retries?: boolean;
};

type Call = {
  /** The client that waits for the result. */
  client?: Client;
  /** 'low' waits for the account's other tasks. */
  priority?: 'normal' | 'low';
  /** Objects to transfer with the task; only without `retries`. */
  transferList?: Transferable[];
};

/** Whether the thread crashed, as opposed to the task throwing an error. */
const threadDied = (error: unknown) =>
  error instanceof Error &&
  (/^worker exited/.test(error.message) || ('code' in error && /^ERR_WORKER_/.test(String(error.code))));

const timedOut = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** Runs `work` with a signal that aborts after `timeoutMs`, or some time after the client has left. */
async function withTimeLimit<Result>(
  timeoutMs: number | undefined,
  left: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const endAfter = (ms: number) => timers.push(setTimeout(() => ending.abort(), ms));
  const leave = () => endAfter(ABANDONED_MS);
  if (timeoutMs !== undefined) endAfter(timeoutMs);
  left?.addEventListener('abort', leave, { once: true });
  try {
    return await work(ending.signal);
  } finally {
    left?.removeEventListener('abort', leave);
    for (const timer of timers) clearTimeout(timer);
  }
}

/**
 * A pool of worker threads that start with the first task and end when idle. Accounts take turns. A task whose thread crashes runs once more on a
 * new pool, because Piscina starts no thread for waiting tasks after its last one has crashed.
 */
export function createWorkerPool<Task, Result>({
  file,
  maxThreads,
  maxQueue,
  maxQueuePerAccount,
  busyMessage,
  timeoutMs,
  retries = true,
  ...options
}: Options) {
  const inTurn = createFairQueue({
    concurrent: maxThreads,
    waiting: maxQueue,
    waitingPerAccount: maxQueuePerAccount,
    message: busyMessage,
  });
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

  async function attempt(task: Task, { client, transferList = [] }: Call): Promise<Result> {
    const threads = start();
    try {
      return await withTimeLimit(timeoutMs, client?.signal, (signal) =>
        threads.run(task, { transferList, signal }),
      );
    } catch (error) {
      if (timedOut(error)) log.warn({ worker: name }, 'worker task timed out');
      else if (threadDied(error)) drop(threads, error);
      else throw error;
      throw new AppError('busy', busyMessage, { retryAfterSeconds: 5, cause: error });
    }
  }

  const attemptTwice = (task: Task, call: Call) =>
    attempt(task, call).catch((error: unknown) => {
      if (retries && error instanceof AppError && !call.client?.signal?.aborted) return attempt(task, call);
      throw error;
    });

  return {
    /**
     * Runs a task in its client's turn. Without a client, it is a task of the site.
     * @throws AppError busy, also when the client leaves; errors of the task
     */
    run: (task: Task, call: Call = {}): Promise<Result> =>
      operations.tracePromise(
        () => inTurn(call.client ?? SITE, () => attemptTwice(task, call), call.priority),
        { name, isPart: true },
      ),
    /** Ends the threads after their current tasks. */
    async close() {
      const closing = pool;
      pool = undefined;
      await closing?.close();
    },
  };
}
