/**
 * Work that goes on beside the requests. `start` runs once the database is migrated and may return nothing
 * to wait for; `stop` is awaited at shutdown, after the last request and before the database is closed, and
 * has a few seconds.
 */
type BackgroundTask = { name: string; start: () => void; stop: () => Promise<void> | void };

/** In the order in which they start; they stop in the opposite order. */
const TASKS: BackgroundTask[] = [];

export function startBackground() {
  for (const task of TASKS) task.start();
}

/** Stops every task, also when one of them fails; the failures are returned by name. */
export async function stopBackground(): Promise<Map<string, unknown>> {
  const failures = new Map<string, unknown>();
  for (const task of TASKS.toReversed()) {
    try {
      await task.stop();
    } catch (error) {
      failures.set(task.name, error);
    }
  }
  return failures;
}
