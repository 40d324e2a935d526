import type { Client } from '#app/shared/fair-queue.server.ts';
import { createWorkerPool } from '#app/shared/worker-pool.server.ts';
import type { CheckResult, CheckTask } from './check-worker.server.ts';

const pool = createWorkerPool<CheckTask, CheckResult>({
  file: new URL('./check-worker.server.ts', import.meta.url),
  maxThreads: 1,
  maxQueue: 50,
  maxQueuePerAccount: 4,
  busyMessage: 'Too many batches are being checked. Please try again in a moment.',
  idleTimeout: 30_000,
  resourceLimits: { maxOldGenerationSizeMb: 256 },
});

/** Reads and validates a batch in a worker thread. @throws AppError busy */
export const runCheck = (client: Client, task: CheckTask): Promise<CheckResult> => pool.run(task, { client });

/** Stops the worker thread after its current task. */
export const closeChecker = () => pool.close();
