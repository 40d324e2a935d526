import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { messagesFolder, readerLanguage } from '#app/messages/reader-language.server.ts';
import { spans } from '#db/spans.ts';
import { AppError } from './errors.server.ts';
import { type Client, createFairQueue, SITE } from './fair-queue.server.ts';
import { currentRequestId, log, withoutRequestId } from './log.server.ts';
import type { LazyText } from './reader-texts.ts';
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
  /** The key under which a task that uses up its processor time or memory is remembered, and its error message. */
  costly?: { key: string; message: LazyText };
  /** The limit of this task, in place of that of the pool. */
  processorMs?: number;
};

const threadDied = (error: unknown) =>
  error instanceof Error &&
  (/^worker exited/.test(error.message) || ('code' in error && /^ERR_WORKER_/.test(String(error.code))));

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const timedOut = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** A task with the language in which its thread writes texts. Threads get it with `inReadersLanguage`. */
export type ThreadTask<Task> = { task: Task; language: string; messages: string };

/**
 * A pool of worker threads that start with the first task and end when idle. Accounts take turns. A task whose thread crashes
 * runs once more on a new pool, because Piscina starts no thread for waiting tasks after its last one has crashed.
 */
class WorkerPool<Task, Result> {
  readonly #options: Options;
  readonly #name: string;
  readonly #inTurn: ReturnType<typeof createFairQueue>;
  readonly #costlyTasks = createCostlyTasks();
  #pool: Piscina<ThreadTask<Task>, Result> | undefined;
  #unfinished = 0;
  /** Requests of the newest tasks, as many as there are threads. Piscina does not say which thread it lost between two tasks. */
  readonly #newest: string[] = [];

  constructor(options: Options) {
    this.#options = options;
    this.#name = options.file.pathname.split('/').at(-1) ?? '';
    this.#inTurn = createFairQueue({
      concurrent: options.maxThreads,
      concurrentLow: options.maxLowThreads,
      waiting: options.maxQueue ?? Number.POSITIVE_INFINITY,
      waitingPerAccount: options.maxQueuePerAccount,
      message: options.busyMessage,
    });
  }

  #drop(failed: Piscina<ThreadTask<Task>, Result>, error: unknown, requests: object = {}) {
    log.error({ err: error, worker: this.#name, ...requests }, 'worker thread died');
    if (this.#pool === failed) this.#pool = undefined;
    // Its other threads finish their tasks first.
    void failed.close().catch(() => undefined);
  }

  #start() {
    if (this.#pool) return this.#pool;
    const { file, busyMessage, retries, maxLowThreads, maxQueue, maxQueuePerAccount, ...limited } =
      this.#options;
    const { timeoutMs, processorMs, ...options } = limited;
    const started = new Piscina<ThreadTask<Task>, Result>({
      filename: file.href,
      minThreads: 0,
      execArgv: [],
      ...options,
    });
    // Without a listener, an error of an idle thread would crash the process. The request that started the thread is not its cause.
    started.on('error', (error) =>
      withoutRequestId(() =>
        this.#drop(started, error, this.#newest.length > 0 ? { requestIds: [...this.#newest] } : {}),
      ),
    );
    this.#pool = started;
    return started;
  }

  async #attempt(task: Task, { client, costly, transferList = [], processorMs }: Call): Promise<Result> {
    const { maxThreads, busyMessage } = this.#options;
    const threads = this.#start();
    const requestId = currentRequestId();
    if (requestId !== null) this.#newest.push(requestId);
    if (this.#newest.length > maxThreads) this.#newest.shift();
    const limits = { ...this.#options, processorMs: processorMs ?? this.#options.processorMs };
    const limit = limitTask(limits, () => threads.threads, client?.signal);
    try {
      const asked = { task, language: readerLanguage(), messages: messagesFolder() };
      return await threads.run(asked, { transferList, signal: limit.signal });
    } catch (error) {
      if (timedOut(error)) log.warn({ worker: this.#name }, 'worker task timed out');
      else if (threadDied(error)) this.#drop(threads, error);
      else throw error;
      if (costly && (limit.isUsedUp() || isOutOfMemory(error))) {
        this.#costlyTasks.add(costly.key);
        throw new AppError('unprocessable', costly.message, { cause: error });
      }
      throw new AppError('busy', busyMessage, { retryAfterSeconds: 5, cause: error });
    } finally {
      limit.stop();
    }
  }

  #attemptTwice(task: Task, call: Call) {
    return this.#attempt(task, call).catch((error: unknown) => {
      const died = error instanceof AppError && error.code === 'busy' && threadDied(error.cause);
      if (this.#options.retries !== false && died && !call.client?.signal?.aborted) {
        return this.#attempt(task, call);
      }
      throw error;
    });
  }

  async #run(task: Task, call: Call): Promise<Result> {
    const { client = SITE, costly, priority } = call;
    const requireCheap = () => {
      if (costly && this.#costlyTasks.has(costly.key)) throw new AppError('unprocessable', costly.message);
    };
    requireCheap();
    this.#unfinished += 1;
    try {
      return await this.#inTurn(
        client,
        async () => {
          // The same task may have run while this one was waiting.
          requireCheap();
          return this.#attemptTwice(task, call);
        },
        priority,
      );
    } finally {
      this.#unfinished -= 1;
    }
  }

  /**
   * Runs a task in its client's turn. Without a client, it is a task of the site.
   * @throws AppError busy, also when the client leaves; unprocessable when a task with `costly` uses up its processor time or memory, and
   *   for an hour afterwards; errors of the task
   */
  run(task: Task, call: Call = {}): Promise<Result> {
    return spans.tracePromise(() => this.#run(task, call), { name: this.#name, isPart: true });
  }

  /** Whether no task runs or waits. */
  isIdle() {
    return this.#unfinished === 0;
  }

  /** Ends the threads after their current tasks. */
  async close() {
    const closing = this.#pool;
    this.#pool = undefined;
    await closing?.close();
  }
}

export const createWorkerPool = <Task, Result>(options: Options) => new WorkerPool<Task, Result>(options);
