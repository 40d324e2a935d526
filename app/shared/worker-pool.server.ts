import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { messagesFolder } from '#app/messages/catalogs.server.ts';
import { readerLanguage } from '#app/messages/reader-language.server.ts';
import { spans } from '#db/spans.ts';
import { AppError } from './errors.server.ts';
import { type Client, createFairQueue, SITE } from './fair-queue.server.ts';
import type { LazyText } from './lazy-text.ts';
import { currentRequestId, log, withoutRequestId } from './log.server.ts';
import { createCostlyTasks, limitTask, type TaskLimits } from './task-limits.server.ts';

type Options = Omit<NonNullable<ConstructorParameters<typeof Piscina>[0]>, 'filename' | 'maxThreads'> &
  TaskLimits & {
    file: URL;
    maxThreads: number;
    /** How many tasks may wait, of all accounts and of each. By default the time that clients wait limits them. */
    maxQueue?: number;
    maxQueuePerAccount?: number;
    /** The most concurrent low-priority tasks. */
    maxLowThreads?: number;
    /** Error message when too many tasks are waiting, or when threads keep crashing. */
    busyMessage: LazyText;
    /** Whether a task whose thread crashed runs once more. Set it to false if tasks themselves can crash threads. */
    retries?: boolean;
  };

type Call = {
  client?: Client;
  /** 'low' waits for the account's other tasks. */
  priority?: 'normal' | 'low';
  /** Objects to transfer with the task; only without `retries`. */
  transferList?: Transferable[];
  /** The key under which a task that uses up its processor time is remembered, and its error message. */
  costly?: { key: string; message: LazyText };
};

const threadDied = (error: unknown) =>
  error instanceof Error &&
  (/^worker exited/.test(error.message) || ('code' in error && /^ERR_WORKER_/.test(String(error.code))));

const timedOut = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** A task with the language in which its thread writes texts. Threads get it with `inReadersLanguage`. */
export type ThreadTask<Task> = { task: Task; language: string; messages: string };

/**
 * A pool of worker threads that start with the first task and end when idle. Accounts take turns. A task whose thread crashes
 * runs once more on a new pool, because Piscina starts no thread for waiting tasks after its last one has crashed.
 */
export function createWorkerPool<Task, Result>({ file, busyMessage, retries = true, ...settings }: Options) {
  const {
    maxThreads,
    maxLowThreads,
    maxQueue = Number.POSITIVE_INFINITY,
    maxQueuePerAccount,
    timeoutMs,
    processorMs,
    ...options
  } = settings;
  const inTurn = createFairQueue({
    concurrent: maxThreads,
    concurrentLow: maxLowThreads,
    waiting: maxQueue,
    waitingPerAccount: maxQueuePerAccount,
    message: busyMessage,
  });
  const name = file.pathname.split('/').at(-1) ?? '';
  const costlyTasks = createCostlyTasks();
  let pool: Piscina<ThreadTask<Task>, Result> | undefined;
  let unfinished = 0;
  /** Requests of the newest tasks, as many as there are threads. Piscina does not say which thread it lost between two tasks. */
  const newest: string[] = [];

  function drop(failed: Piscina<ThreadTask<Task>, Result>, error: unknown, requests: object = {}) {
    log.error({ err: error, worker: name, ...requests }, 'worker thread died');
    if (pool === failed) pool = undefined;
    // Its other threads finish their tasks first.
    void failed.close().catch(() => undefined);
  }

  function start() {
    if (pool) return pool;
    const started = new Piscina<ThreadTask<Task>, Result>({
      filename: file.href,
      minThreads: 0,
      maxThreads,
      execArgv: [],
      ...options,
    });
    // Without a listener, an error of an idle thread would crash the process. The request that started the thread is not its cause.
    started.on('error', (error) =>
      withoutRequestId(() => drop(started, error, newest.length > 0 ? { requestIds: [...newest] } : {})),
    );
    pool = started;
    return started;
  }

  async function attempt(task: Task, { client, costly, transferList = [] }: Call): Promise<Result> {
    const threads = start();
    const requestId = currentRequestId();
    if (requestId !== null) newest.push(requestId);
    if (newest.length > maxThreads) newest.shift();
    const limit = limitTask({ timeoutMs, processorMs }, () => threads.threads, client?.signal);
    try {
      const asked = { task, language: readerLanguage(), messages: messagesFolder() };
      return await threads.run(asked, { transferList, signal: limit.signal });
    } catch (error) {
      if (timedOut(error)) log.warn({ worker: name }, 'worker task timed out');
      else if (threadDied(error)) drop(threads, error);
      else throw error;
      if (costly && limit.isUsedUp()) {
        costlyTasks.add(costly.key);
        throw new AppError('unprocessable', costly.message, { cause: error });
      }
      throw new AppError('busy', busyMessage, { retryAfterSeconds: 5, cause: error });
    } finally {
      limit.stop();
    }
  }

  const attemptTwice = (task: Task, call: Call) =>
    attempt(task, call).catch((error: unknown) => {
      const died = error instanceof AppError && threadDied(error.cause);
      if (retries && died && !call.client?.signal?.aborted) return attempt(task, call);
      throw error;
    });

  async function run(task: Task, call: Call): Promise<Result> {
    const { client = SITE, costly, priority } = call;
    const requireCheap = () => {
      if (costly && costlyTasks.has(costly.key)) throw new AppError('unprocessable', costly.message);
    };
    requireCheap();
    unfinished += 1;
    try {
      return await inTurn(
        client,
        async () => {
          // The same task may have run while this one was waiting.
          requireCheap();
          return attemptTwice(task, call);
        },
        priority,
      );
    } finally {
      unfinished -= 1;
    }
  }

  return {
    /**
     * Runs a task in its client's turn. Without a client, it is a task of the site.
     * @throws AppError busy, also when the client leaves; unprocessable when the task uses up its processor time, and for an
     *   hour afterwards; errors of the task
     */
    run: (task: Task, call: Call = {}): Promise<Result> =>
      spans.tracePromise(() => run(task, call), { name, isPart: true }),
    /** Whether no task runs or waits. */
    isIdle: () => unfinished === 0,
    /** Ends the threads after their current tasks. */
    async close() {
      const closing = pool;
      pool = undefined;
      await closing?.close();
    },
  };
}
