import type { OwnField } from '#app/certificates/own-fields.ts';
import { offersSmtpUtf8 } from '#app/mail/delivery.server.ts';
import { type Client, createFairQueue } from '#app/shared/fair-queue.server.ts';
import { createListPool } from '#app/shared/lists/list-pool.server.ts';
import { createMemoryBudget } from '#app/shared/memory-budget.server.ts';
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

const pool = createListPool<CheckInThread, CheckResult>({
  file: new URL('./check-worker.server.ts', import.meta.url),
  busyMessage: busyTexts,
  maxQueue: 2,
});

/**
 * Reads and validates a batch in a worker thread.
 * @throws AppError as the check; busy
 */
export const runCheck = (client: Client, task: CheckTask, own: readonly OwnField[]): Promise<CheckResult> =>
  pool.run({ ...task, own, smtpUtf8: offersSmtpUtf8() }, client);

/** Stops the worker thread after its current task. */
export const closeChecker = () => pool.close();
