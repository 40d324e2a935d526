import { onTold, tellOthersLater } from '#app/shared/processes/other-processes.server.ts';

let wake: (() => void) | undefined;

/** Sets the callback for started batches. It runs inside the transaction that starts one, before the commit. */
export function onBatchStarted(notify: (() => void) | undefined) {
  wake = notify;
  onTold('batch', notify);
}

/** Wakes the task that issues batches, in whichever process it runs. Call this after a batch is started. */
export function wakeIssuing() {
  if (wake) wake();
  else tellOthersLater('batch');
}
