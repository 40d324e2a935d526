import { startMailingUnusedTokens } from '#app/accounts/api-tokens/mail-unused-tokens.server.ts';
import { startStoringSkeletons } from '#app/accounts/backfill-skeletons.server.ts';
import { startDeletingEndedSessions } from '#app/accounts/end-session-rows.server.ts';
import { startCarryingOutResets } from '#app/accounts/second-factor/carry-out-resets.server.ts';
import { startLoggingAudit } from '#app/audit/log-newest-row.server.ts';
import { closeChecker } from '#app/batches/checker.server.ts';
import { startIssuingBatches } from '#app/batches/issue-batches.server.ts';
import { startFollowingUp } from '#app/certificates/carry-verifications.server.ts';
import { startDrawingWhenIdle } from '#app/certificates/draw-when-idle.server.ts';
import { startReminding } from '#app/certificates/remind.server.ts';
import { startIndexing } from '#app/certificates/search-index.server.ts';
import { startCountingOpens } from '#app/certificates/share-opens.server.ts';
import { startTimestamping } from '#app/certificates/timestamp-pdfs.server.ts';
import { closeCaptionsReader } from '#app/courses/captions/change-captions.server.ts';
import { startCompletingAfterChanges } from '#app/courses/completion/complete-after-change.server.ts';
import { startIssuingForCompletions } from '#app/courses/completion/issue-completion-certificates.server.ts';
import { startConvertingVideos } from '#app/courses/conversions/convert-videos.server.ts';
import { startRemovingUnfinishedCopies } from '#app/courses/duplicates/unfinished-copies.server.ts';
import { closeTextRenderer } from '#app/courses/lessons/render-text.server.ts';
import { startStoringReports } from '#app/courses/progress/unstored-reports.server.ts';
import { startCompletingWithdrawals } from '#app/courses/withdrawn-courses.server.ts';
import { closeListSigner, startPublishingIssuers } from '#app/credentials/issuer-list.server.ts';
import { closeSigner } from '#app/credentials/sign-together.server.ts';
import { closeRenderer } from '#app/drawing/render.server.ts';
import { startHearingEvents } from '#app/events/event-wake-up.server.ts';
import { startDeliveringWebhooks } from '#app/events/webhooks/deliver-webhooks.server.ts';
import { retryRemovals } from '#app/files/media/files.server.ts';
import { startMailingLookUps } from '#app/holders/look-up-mails.server.ts';
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
import { startDeletingAccounts } from '#app/privacy/account-deletion/delete-due-accounts.server.ts';
import { startMakingDataExports } from '#app/privacy/data-export/make-data-exports.server.ts';
import { startFinishingErasures } from '#app/privacy/erasure/finish-erasures.server.ts';
import { log } from '#app/shared/log.server.ts';
import { startPeriodic } from '#app/shared/periodic.server.ts';
import { closeAuthentication } from '#app/verification/authentication/authenticate-file.server.ts';
import { dataState, emptyWal } from '#db/client.ts';
import { isSpaceLow, restoreReserve } from '#db/reserve.ts';
import { startSweeping } from './sweeps.server.ts';

const CHECK_EVERY_MS = 5_000;
const RETRY_REMOVALS_EVERY_MS = 60_000;
/** Until it is emptied, the WAL may contain links of delivered messages. */
const EMPTY_WAL_EVERY_MS = 60_000;

/**
 * Takes care of the disk in the background: restores the reserve when there is space, and empties the WAL.
 * @returns a function that stops it
 */
function startStorageCare() {
  let emptied = { at: performance.now(), state: dataState() };
  return startPeriodic('storage', () => {
    if (isSpaceLow()) {
      if (restoreReserve()) log.info('there is space again: all writes are allowed');
      else log.error('no space left: only essential writes are allowed, and no mail is delivered');
    }
    const state = dataState();
    if (state !== emptied.state && performance.now() - emptied.at >= EMPTY_WAL_EVERY_MS) {
      emptyWal();
      emptied = { at: performance.now(), state };
    }
    return CHECK_EVERY_MS;
  });
}

const startRetryingRemovals = () =>
  startPeriodic('leftover files', async () => {
    await retryRemovals();
    return RETRY_REMOVALS_EVERY_MS;
  });

type Stop = () => Promise<void> | void;

/**
 * Background tasks. Each is started once the database is migrated, and returns a function that stops it, which runs at shutdown,
 * after the last request and before the database closes, and is awaited for a few seconds.
 */
type Tasks = Record<string, () => Stop>;

/** Tasks of every process. They start in this order and stop in reverse, after the jobs. */
const TASKS: Tasks = {
  // Stops last, because traces contain what other tasks do while they stop.
  traces: () => stopTracing,
  'certificate drawing': () => closeRenderer,
  'credential signing': () => closeSigner,
  'signing of the list of issuers': () => closeListSigner,
  'file checking': () => closeAuthentication,
  'batch checks': () => closeChecker,
  'text lessons': () => closeTextRenderer,
  captions: () => closeCaptionsReader,
  'drawing in idle time': startDrawingWhenIdle,
  metrics: startMetrics,
  'idle collection': startIdleCollection,
  'ended sessions': startDeletingEndedSessions,
  'opened pages': startCountingOpens,
  events: startHearingEvents,
  'watched lessons': startStoringReports,
  'log state': startRecheckingLog,
  'leftover files': startRetryingRemovals,
};

/** Tasks that one process runs for all. They start in this order and stop in reverse. */
const JOBS: Tasks = {
  'unfinished copies of courses': startRemovingUnfinishedCopies,
  batches: startIssuingBatches,
  'mail delivery': startDelivery,
  webhooks: startDeliveringWebhooks,
  'list of issuers': startPublishingIssuers,
  'audit log': startLoggingAudit,
  'log witnesses': startWitnessing,
  timestamps: startTimestamping,
  payments: startReconciling,
  'verification follow-ups': startFollowingUp,
  'withdrawn courses': startCompletingWithdrawals,
  'video conversions': startConvertingVideos,
  'completions after changes': startCompletingAfterChanges,
  'certificates of completions': startIssuingForCompletions,
  statements: startIssuingStatements,
  'search index': startIndexing,
  'skeletons of names': startStoringSkeletons,
  reminders: startReminding,
  'look-up mails': startMailingLookUps,
  'unused tokens': startMailingUnusedTokens,
  'second factor resets': startCarryingOutResets,
  'account deletions': startDeletingAccounts,
  'data exports': startMakingDataExports,
  erasures: startFinishingErasures,
  storage: startStorageCare,
  sweeping: startSweeping,
  backups: startBackups,
  watching: startWatching,
};

const running: [name: string, stop: Stop][] = [];

/** Starts tasks. If one fails, the others still start. */
function start(tasks: Tasks) {
  for (const [name, begin] of Object.entries(tasks)) {
    try {
      running.push([name, begin()]);
    } catch (error) {
      log.error({ err: error, task: name }, 'task did not start');
    }
  }
}

/** Starts the tasks of every process. */
export const startBackground = () => start(TASKS);

/** Starts the jobs, in one process only. */
export const startJobs = () => start(JOBS);

/** Stops all tasks. If one fails, the others still stop. Returns the errors by task. */
export async function stopBackground(): Promise<Map<string, unknown>> {
  const failures = new Map<string, unknown>();
  for (const [name, stop] of running.toReversed()) {
    try {
      await stop();
    } catch (error) {
      failures.set(name, error);
    }
  }
  return failures;
}
