import { startStoringSkeletons } from '#app/accounts/backfill-skeletons.server.ts';
import { startDeletingEndedSessions } from '#app/accounts/end-session-rows.server.ts';
import { closeChecker } from '#app/batches/checker.server.ts';
import { startIssuingBatches } from '#app/batches/issue-batches.server.ts';
import { startLookingForCredentials } from '#app/certificates/backfill-credentials.server.ts';
import { startFollowingUp } from '#app/certificates/carry-verifications.server.ts';
import { startReminding } from '#app/certificates/remind.server.ts';
import { startIndexing } from '#app/certificates/search-index.server.ts';
import { startCompletingWithdrawals } from '#app/courses/withdrawn-courses.server.ts';
import { closeSigner } from '#app/credentials/sign-together.server.ts';
import { closeRenderer } from '#app/drawing/render.server.ts';
import { startRecheckingLog } from '#app/log/log-state.server.ts';
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
import { closeAuthentication } from '#app/verification/authentication/authenticate-file.server.ts';
import { startRetryingRemovals, startStorageCare } from './storage-care.server.ts';
import { startSweeping } from './sweeps.server.ts';

/**
 * A background task. `start` runs once the database is migrated. `stop` runs at shutdown, after the last request and before the
 * database closes, and is awaited for a few seconds.
 */
type BackgroundTask = { name: string; start: () => void; stop: () => Promise<void> | void };

/** Makes a task from a function that starts it and returns a function that stops it. */
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

/** Tasks of every process. They start in this order and stop in reverse, after the jobs. */
const TASKS: BackgroundTask[] = [
  // Stops last, because traces contain what other tasks do while they stop.
  { name: 'traces', start() {}, stop: stopTracing },
  { name: 'certificate drawing', start() {}, stop: closeRenderer },
  { name: 'credential signing', start() {}, stop: closeSigner },
  { name: 'file checking', start() {}, stop: closeAuthentication },
  { name: 'batch checks', start() {}, stop: closeChecker },
  { name: 'metrics', start: startMetrics, stop() {} },
  running('idle collection', startIdleCollection),
  running('ended sessions', startDeletingEndedSessions),
  running('log state', startRecheckingLog),
  running('leftover files', startRetryingRemovals),
];

/** Tasks that one process runs for all. They start in this order and stop in reverse. */
const JOBS: BackgroundTask[] = [
  running('batches', startIssuingBatches),
  running('mail delivery', startDelivery),
  running('log witnesses', startWitnessing),
  running('payments', startReconciling),
  running('verification follow-ups', startFollowingUp),
  running('withdrawn courses', startCompletingWithdrawals),
  running('statements', startIssuingStatements),
  running('search index', startIndexing),
  running('missing credentials', startLookingForCredentials),
  running('skeletons of names', startStoringSkeletons),
  running('reminders', startReminding),
  running('storage', startStorageCare),
  running('sweeping', startSweeping),
  running('backups', startBackups),
  running('watching', startWatching),
];

/** Starts tasks. If one fails, the others still start. */
function start(tasks: BackgroundTask[]) {
  for (const task of tasks) {
    try {
      task.start();
    } catch (error) {
      log.error({ err: error, task: task.name }, 'task did not start');
    }
  }
}

/** Starts the tasks of every process. */
export const startBackground = () => start(TASKS);

let hasJobs = false;

/** Starts the jobs, in one process only. */
export function startJobs() {
  hasJobs = true;
  start(JOBS);
}

/** Stops all tasks. If one fails, the others still stop. Returns the errors by task. */
export async function stopBackground(): Promise<Map<string, unknown>> {
  const failures = new Map<string, unknown>();
  for (const task of [...TASKS, ...(hasJobs ? JOBS : [])].toReversed()) {
    try {
      await task.stop();
    } catch (error) {
      failures.set(task.name, error);
    }
  }
  return failures;
}
