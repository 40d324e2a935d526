import { closeRenderer } from '#app/certificates/drawing/render.server.ts';
import { startIndexing } from '#app/certificates/search-index.server.ts';
import { startWitnessing } from '#app/log/send-checkpoints.server.ts';
import { startDelivery } from '#app/mail/delivery.server.ts';
import { log } from '#app/shared/log.server.ts';
import { startStorageCare } from '#app/storage.server.ts';
import { startSweeping } from '#app/sweeps.server.ts';
import { closeAuthentication } from '#app/verification/authentication/authenticate-file.server.ts';

/**
 * Work that goes on beside the requests. `start` runs once the database is migrated and may return nothing
 * to wait for; `stop` is awaited at shutdown, after the last request and before the database is closed, and
 * has a few seconds.
 */
type BackgroundTask = { name: string; start: () => void; stop: () => Promise<void> | void };

/** A task that begins work when it starts and is told how to end it. */
function running(name: string, begin: () => () => Promise<void> | void): BackgroundTask {
  let end: (() => Promise<void> | void) | undefined;
  return {
    name,
    start() {
      end = begin();
    },
    stop: () => end?.(),
  };
}

/** In the order in which they start; they stop in the opposite order. */
const TASKS: BackgroundTask[] = [
  { name: 'certificate drawing', start() {}, stop: closeRenderer },
  { name: 'file checking', start() {}, stop: closeAuthentication },
  running('mail delivery', startDelivery),
  running('log witnesses', startWitnessing),
  running('search index', startIndexing),
  running('storage', startStorageCare),
  running('sweeping', startSweeping),
];

/** Starts every task, also when one of them fails. */
export function startBackground() {
  for (const task of TASKS) {
    try {
      task.start();
    } catch (error) {
      log.error({ err: error, task: task.name }, 'task did not start');
    }
  }
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
