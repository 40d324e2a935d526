let wake: (() => void) | undefined;

/** Sets the callback for started batches. It runs inside the transaction that starts one, before the commit. */
export function onBatchStarted(notify: (() => void) | undefined) {
  wake = notify;
}

/** Tells the background issuing that a batch was started. */
export const wakeIssuing = () => wake?.();
