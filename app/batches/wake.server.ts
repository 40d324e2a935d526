import { createWakeUp } from '#app/processes/other-processes.server.ts';

const issuing = createWakeUp('batch');

/** Sets the callback for started batches. It runs inside the transaction that starts one, before the commit. */
export const onBatchStarted = issuing.on;

/** Wakes the task that issues batches, in whichever process it runs. Call this after a batch is started. */
export const wakeIssuing = issuing.wake;
