/** The longest wait of a write for another process's write lock. It blocks the event loop. */
export const BUSY_MS = 5_000;
/** The wait after such a timeout, so that reads go on while another process hangs with the lock. */
export const BUSY_AGAIN_MS = 50;

/** Whether an error means that another process held a lock for too long. */
export const isBusy = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
