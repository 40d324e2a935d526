import { createHash } from 'node:crypto';
import { AppError, invalidFile } from '#app/shared/errors.server.ts';
import type { Client } from '#app/shared/fair-queue.server.ts';
import type { LazyText } from '#app/shared/reader-texts.ts';
import { createWorkerPool } from '#app/shared/worker-pool.server.ts';
import { t } from '#messages';
import type { Returned } from './list-thread.server.ts';
import { isSpreadsheet } from './spreadsheet.server.ts';

/** The limit for a spreadsheet, whose few bytes may hold many. Text is limited by its size. */
const SPREADSHEET_MS = 3_000;

type Options = {
  /** The module of the thread, which exports a `listReader`. */
  file: URL;
  busyMessage: LazyText;
  /** How many files may wait, of all accounts and of each. */
  maxQueue: number;
  maxQueuePerAccount?: number;
};

/** Creates a worker thread that reads files with lists, within the limits of time and memory of a spreadsheet. */
export function createListPool<Task extends { bytes: Uint8Array }, Result>(options: Options) {
  const pool = createWorkerPool<Task, Returned<Result>>({
    ...options,
    maxThreads: 1,
    idleTimeout: 30_000,
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 96 },
  });
  return {
    /** @throws AppError as the task; busy; invalid for a spreadsheet that takes more time or memory than one of 10,000 rows does */
    async run(task: Task, client: Client): Promise<Result> {
      const message = t('lists.theSpreadsheetIsTooComplicated');
      const costly = isSpreadsheet(task.bytes) && {
        costly: { key: createHash('sha256').update(task.bytes).digest('hex'), message },
        processorMs: SPREADSHEET_MS,
      };
      const returned = await pool.run(task, { client, ...costly }).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'unprocessable' ? invalidFile(message) : error;
      });
      if ('result' in returned) return returned.result;
      const { code, message: reason, fields } = returned.error;
      throw new AppError(code, reason, fields ? { fields } : {});
    },
    /** Stops the thread after its current task. */
    close: () => pool.close(),
  };
}
