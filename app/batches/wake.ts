let wake: (() => void) | undefined;

/** Sets what is called once a batch was started; its transaction may still be open then. */
export function onBatchStarted(notify: (() => void) | undefined) {
  wake = notify;
}

export const wakeIssuing = () => wake?.();
