import { createHash } from 'node:crypto';
import { offersSmtpUtf8 } from '#app/mail/delivery.server.ts';
import { AppError, invalidFile } from '#app/shared/errors.server.ts';
import { type Client, createFairQueue } from '#app/shared/fair-queue.server.ts';
import { isSpreadsheet } from '#app/shared/lists/spreadsheet.server.ts';
import { createMemoryBudget } from '#app/shared/memory-budget.server.ts';
import { createWorkerPool } from '#app/shared/worker-pool.server.ts';
import { t } from '#messages';
import type { CheckInThread, CheckResult, CheckTask } from './check-worker.server.ts';

const busyTexts = () => t('checker.tooManyBatchesAreBeingChecked');

/**
 * Runs the check and the storage of a batch in its account's turn. Two at a time, because the rows of one take up to 30 MB until
 * they are stored: one is checked while the other is stored.
 */
export const inBatchTurn = createFairQueue({
  concurrent: 2,
  waiting: 50,
  waitingPerAccount: 2,
  message: busyTexts,
});

/** Limits the memory of all files that arrive, wait or are being checked. */
export const holdBatchFile = createMemoryBudget({ maxBytes: 32 * 1_048_576, message: busyTexts });

const pool = createWorkerPool<CheckInThread, CheckResult>({
  file: new URL('./check-worker.server.ts', import.meta.url),
  maxThreads: 1,
  maxQueue: 2,
  busyMessage: busyTexts,
  idleTimeout: 30_000,
  resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 96 },
});

/** The limit for a spreadsheet, whose few bytes may hold many. Text is limited by its size. */
const SPREADSHEET_MS = 3_000;

/**
 * Reads and validates a batch in a worker thread.
 * @throws AppError busy; invalid for a spreadsheet that takes more time or memory than one of 10,000 rows does
 */
export async function runCheck(client: Client, task: CheckTask): Promise<CheckResult> {
  const isLimited = task.type === 'list' && isSpreadsheet(task.bytes);
  const message = t('lists.theSpreadsheetIsTooComplicated');
  const costly = isLimited && {
    costly: { key: createHash('sha256').update(task.bytes).digest('hex'), message },
    processorMs: SPREADSHEET_MS,
  };
  try {
    return await pool.run({ ...task, smtpUtf8: offersSmtpUtf8() }, { client, ...costly });
  } catch (error) {
    if (error instanceof AppError && error.code === 'unprocessable') throw invalidFile(message);
    throw error;
  }
}

/** Stops the worker thread after its current task. */
export const closeChecker = () => pool.close();
