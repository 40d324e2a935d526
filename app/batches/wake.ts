let wake: (() => void) | undefined;

/** Sets the callback for started batches. It runs inside the transaction that starts one, before the commit. */
export function onBatchStarted(notify: (() => void) | undefined) {
  wake = notify;
}

/** Wakes the background task that issues batches. Call it after a batch was started. */
export const wakeIssuing = () => wake?.();
