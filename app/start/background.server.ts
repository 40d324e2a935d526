import { mailUnusedTokens } from '#app/accounts/api-tokens/create-api-token.server.ts';
import { startStoringSkeletons } from '#app/accounts/name-twins.server.ts';
import { startDeletingEndedSessions } from '#app/accounts/require-login.server.ts';
import { carryOutResets } from '#app/accounts/second-factor/resets.server.ts';
import { startLoggingAudit } from '#app/audit/check-audit.server.ts';
import { closeChecker } from '#app/batches/checker.server.ts';
import { startIssuingBatches } from '#app/batches/issue-batches.server.ts';
import { readPictures } from '#app/batches/pictures/read-pictures.server.ts';
import { removeLeftZips } from '#app/batches/pictures/zip-files.server.ts';
import { followUpStep } from '#app/certificates/carry-verifications.server.ts';
import { startDrawingWhenIdle } from '#app/certificates/draw-when-idle.server.ts';
import { startTimestamping } from '#app/certificates/pdf-timestamps.server.ts';
import { remindStep } from '#app/certificates/remind.server.ts';
import { startIssuingScheduled } from '#app/certificates/scheduled/issue-scheduled.server.ts';
import { startIndexing } from '#app/certificates/search-index.server.ts';
import { startCountingOpens } from '#app/certificates/share-opens.server.ts';
import { closeCaptionsReader } from '#app/courses/captions/change-captions.server.ts';
import { completeAfterChanges } from '#app/courses/completion/complete-course.server.ts';
import { startIssuingForCompletions } from '#app/courses/completion/issue-completion-certificates.server.ts';
import { startConvertingVideos } from '#app/courses/conversions/convert-videos.server.ts';
import { purgeRemoved, refundBuyers } from '#app/courses/delete-course.server.ts';
import { removeUnfinishedCopies } from '#app/courses/duplicates/duplicate-course.server.ts';
import { closeTextRenderer } from '#app/courses/lessons/text-lessons.server.ts';
import { startStoringReports } from '#app/courses/progress/unstored-reports.server.ts';
import { closeQuestionsReader } from '#app/courses/quizzes/questions-csv.server.ts';
import { closeListSigner, startPublishingIssuers } from '#app/credentials/issuer-list.server.ts';
import { closeSigner } from '#app/credentials/sign-together.server.ts';
import { closeRenderer } from '#app/drawing/render.server.ts';
import { startHearingEvents } from '#app/events/append-event.server.ts';
import { startDeliveringWebhooks } from '#app/events/webhooks/deliver-webhooks.server.ts';
import { retryRemovals } from '#app/files/media/files.server.ts';
import { mailLookUps } from '#app/holders/look-up-mails.server.ts';
import { startRecheckingLog } from '#app/log/log-state.server.ts';
import { startWitnessing } from '#app/log/send-checkpoints.server.ts';
import { startAskingMailServer, startDelivery } from '#app/mail/delivery.server.ts';
import { startIdleCollection } from '#app/operations/idle-collection.server.ts';
import { startBackups } from '#app/operations/scheduled-backups.server.ts';
import { startMetrics } from '#app/operations/site-metrics.server.ts';
import { stopTracing } from '#app/operations/tracing.server.ts';
import { watch } from '#app/operations/watch.server.ts';
import { startIssuingStatements } from '#app/payments/credit/issue-statements.server.ts';
import { startReconciling } from '#app/payments/reconcile.server.ts';
import { deleteDueAccounts } from '#app/privacy/account-deletion/delete-account.server.ts';
import { startMakingDataExports } from '#app/privacy/data-export/make-data-exports.server.ts';
import { startFinishingErasures } from '#app/privacy/erasure/erase-holder.server.ts';
import { every } from '#app/shared/background-work.server.ts';
import { log } from '#app/shared/log.server.ts';
import { closeAuthentication } from '#app/verification/authentication/authenticate-file.server.ts';
import { dataState, emptyWal } from '#db/client.ts';
import { isSpaceLow, restoreReserve } from '#db/reserve.ts';
import { sweepNext } from './sweeps.server.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Until it is emptied, the WAL may contain links of delivered messages. */
const EMPTY_WAL_EVERY_MS = 60_000;

/** Takes care of the disk: restores the reserve when there is space, and empties the WAL. */
function startStorageCare(name: string) {
  let emptied = { at: performance.now(), state: dataState() };
  return every(5_000, () => {
    if (isSpaceLow()) {
      if (restoreReserve()) log.info('there is space again: all writes are allowed');
      else log.error('no space left: only essential writes are allowed, and no mail is delivered');
    }
    const state = dataState();
    if (state !== emptied.state && performance.now() - emptied.at >= EMPTY_WAL_EVERY_MS) {
      emptyWal();
      emptied = { at: performance.now(), state };
    }
  })(name);
}

type Stop = () => Promise<void> | void;

/**
 * Background tasks. Each is started once the database is migrated, and returns a function that stops it, which runs at shutdown,
 * after the last request and before the database closes, and is awaited for a few seconds.
 */
type Tasks = Record<string, (name: string) => Stop>;

/** Tasks of every process. They start in this order and stop in reverse, after the jobs. */
const TASKS: Tasks = {
  // Stops last, because traces contain what other tasks do while they stop.
  traces: () => stopTracing,
  'certificate drawing': () => closeRenderer,
  'credential signing': () => closeSigner,
  'signing of the list of issuers': () => closeListSigner,
  'file checking': () => closeAuthentication,
  'batch checks': () => closeChecker,
  'questions of quizzes': () => closeQuestionsReader,
  'text lessons': () => closeTextRenderer,
  captions: () => closeCaptionsReader,
  'drawing in idle time': startDrawingWhenIdle,
  metrics: startMetrics,
  'idle collection': () => startIdleCollection(),
  'ended sessions': startDeletingEndedSessions,
  'opened pages': startCountingOpens,
  'mail server': startAskingMailServer,
  events: startHearingEvents,
  'watched lessons': startStoringReports,
  'log state': startRecheckingLog,
  'leftover files': every(MINUTE_MS, retryRemovals),
};

/** Tasks that one process runs for all. They start in this order and stop in reverse. */
const JOBS: Tasks = {
  'unfinished copies of courses': every(10 * MINUTE_MS, removeUnfinishedCopies),
  batches: startIssuingBatches,
  'photographs of batches': every(1_000, readPictures, { betweenMs: 10 }),
  'ZIPs that are left': every(10 * MINUTE_MS, removeLeftZips),
  'scheduled certificates': startIssuingScheduled,
  'mail delivery': startDelivery,
  webhooks: startDeliveringWebhooks,
  'list of issuers': startPublishingIssuers,
  'audit log': startLoggingAudit,
  'log witnesses': startWitnessing,
  timestamps: startTimestamping,
  payments: startReconciling,
  'verification follow-ups': every(500, followUpStep, { betweenMs: 10 }),
  'refunds of withdrawn courses': every(MINUTE_MS, () => refundBuyers(), { afterFailureMs: MINUTE_MS }),
  'withdrawn courses': every(MINUTE_MS, purgeRemoved, { afterFailureMs: MINUTE_MS }),
  'video conversions': startConvertingVideos,
  'completions after changes': every(5_000, completeAfterChanges),
  'certificates of completions': startIssuingForCompletions,
  statements: startIssuingStatements,
  'search index': startIndexing,
  'skeletons of names': startStoringSkeletons,
  reminders: every(10 * MINUTE_MS, remindStep),
  'look-up mails': every(MINUTE_MS, mailLookUps),
  'unused tokens': every(DAY_MS, mailUnusedTokens),
  'second factor resets': every(MINUTE_MS, carryOutResets),
  'account deletions': every(MINUTE_MS, deleteDueAccounts),
  'data exports': startMakingDataExports,
  erasures: startFinishingErasures,
  storage: startStorageCare,
  sweeping: every(10 * MINUTE_MS, sweepNext, { betweenMs: 50 }),
  backups: startBackups,
  watching: every(MINUTE_MS, watch),
};

const running: [name: string, stop: Stop][] = [];

/** Starts tasks. If one fails, the others still start. */
function start(tasks: Tasks) {
  for (const [name, begin] of Object.entries(tasks)) {
    try {
      running.push([name, begin(name)]);
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
