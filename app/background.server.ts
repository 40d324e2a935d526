import { closeChecker } from '#app/batches/checker.server.ts';
import { startIssuingBatches } from '#app/batches/issue-batches.server.ts';
import { startLookingForCredentials } from '#app/certificates/backfill-credentials.server.ts';
import { closeRenderer } from '#app/certificates/drawing/render.server.ts';
import { startReminding } from '#app/certificates/remind.server.ts';
import { startIndexing } from '#app/certificates/search-index.server.ts';
import { closeSigner } from '#app/credentials/sign-together.server.ts';
import { startWitnessing } from '#app/log/send-checkpoints.server.ts';
import { startDelivery } from '#app/mail/delivery.server.ts';
import { startIdleCollection } from '#app/operations/idle-collection.server.ts';
import { startMetrics } from '#app/operations/metrics.server.ts';
import { startBackups } from '#app/operations/scheduled-backups.server.ts';
import { stopTracing } from '#app/operations/tracing.server.ts';
import { startWatching } from '#app/operations/watch.server.ts';
import { startIssuingStatements } from '#app/payments/credit/issue-statements.server.ts';
import { startReconciling } from '#app/payments/reconcile.server.ts';
import { log } from '#app/shared/log.server.ts';
import { startStorageCare } from '#app/storage.server.ts';
import { startSweeping } from '#app/sweeps.server.ts';
import { closeAuthentication } from '#app/verification/authentication/authenticate-file.server.ts';

/**
 * A background task. `start` runs once the database is migrated. `stop` is awaited at shutdown, after the last request and
 * before the database closes, for a few seconds.
 */
type BackgroundTask = { name: string; start: () => void; stop: () => Promise<void> | void };

/** A task from a function that starts it and returns a function that stops it. */
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

/** Started in this order and stopped in reverse. */
const TASKS: BackgroundTask[] = [
  // Traces contain what the other tasks do while they stop.
  { name: 'traces', start() {}, stop: stopTracing },
  { name: 'certificate drawing', start() {}, stop: closeRenderer },
  { name: 'credential signing', start() {}, stop: closeSigner },
  { name: 'file checking', start() {}, stop: closeAuthentication },
  { name: 'batch checks', start() {}, stop: closeChecker },
  { name: 'metrics', start: startMetrics, stop() {} },
  running('batches', startIssuingBatches),
  running('mail delivery', startDelivery),
  running('log witnesses', startWitnessing),
  running('payments', startReconciling),
  running('statements', startIssuingStatements),
  running('search index', startIndexing),
  running('missing credentials', startLookingForCredentials),
  running('reminders', startReminding),
  running('storage', startStorageCare),
  running('sweeping', startSweeping),
  running('idle collection', startIdleCollection),
  running('backups', startBackups),
  running('watching', startWatching),
];

/** Starts every task; a failure does not prevent the others. */
export function startBackground() {
  for (const task of TASKS) {
    try {
      task.start();
    } catch (error) {
      log.error({ err: error, task: task.name }, 'task did not start');
    }
  }
}

/** Stops every task; a failure does not prevent the others. Returns the failures by name. */
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
