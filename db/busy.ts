/** How long a write waits for the write lock of another process, which blocks the event loop meanwhile. */
export const BUSY_MS = 5_000;
/** The wait after one that was in vain, until a write succeeds. Reads go on while another process hangs with the lock. */
export const BUSY_AGAIN_MS = 50;

/** Whether an error means that another process held a lock for too long. */
export const isBusy = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
