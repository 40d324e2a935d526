import { env } from '#app/config/env.server.ts';
import { fileStore } from '#app/files/store/file-store.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import { recheckLogState } from '#app/log/log-state.server.ts';
import { uncosignedSince } from '#app/log/published-checkpoint.server.ts';
import { deliveredSince, mailProblem } from '#app/mail/delivery-results.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { isoSeconds, now } from '#app/shared/clock.server.ts';
import { log } from '#app/shared/log.server.ts';
import { prepared, preparedValue } from '#db/client.ts';
import { type AlertTopic, clearAlert, raiseAlert, raisedAlerts, siteProblem } from './alerts.server.ts';
import { lastBackupAt } from './scheduled-backups.server.ts';
import { type DiskSpace, diskSpace } from './site-status.server.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** An alert ends only this many percent above the threshold, so that small changes do not raise it again. */
const DISK_MARGIN_PERCENT = 2;

const raisedAt = (topic: AlertTopic) => raisedAlerts().find((alert) => alert.topic === topic)?.raisedAt;

const megabytes = (bytes: number) => Math.floor(bytes / 1_048_576);
const describeDisk = ({ folder, path, free, size }: DiskSpace) =>
  siteProblem('disk-space', megabytes(free), megabytes(size), folder, path);

async function watchDisk() {
  const threshold = env().DISK_ALERT_PERCENT + (raisedAt('disk') === undefined ? 0 : DISK_MARGIN_PERCENT);
  const low = (await diskSpace()).filter(({ free, size }) => free * 100 < size * threshold);
  if (env().DISK_ALERT_PERCENT > 0 && low.length > 0) raiseAlert('disk', low.map(describeDisk).join('\n'));
  else clearAlert('disk');
}

/** The alert ends when a message is delivered, because a restart forgets earlier failures. */
function watchMail() {
  const problem = mailProblem();
  if (problem !== null) {
    raiseAlert('mail', problem);
    return;
  }
  const since = raisedAt('mail');
  if (since !== undefined && deliveredSince(since)) clearAlert('mail');
}

function watchLog() {
  const state = recheckLogState();
  if (state.kind === 'ok') {
    clearAlert('log');
    return;
  }
  const { kind, size, signedSize } = { size: 0, signedSize: 0, ...state };
  raiseAlert('log', siteProblem('stopped-log', kind, size, signedSize));
}

/** Test cards are for trials, and a public site must not sell for them. */
function watchPayments() {
  if (!env().sellsForTestCards) {
    clearAlert('payments');
    return;
  }
  raiseAlert('payments', siteProblem('test-cards', env().APP_URL));
}

const watchedSince = prepared(() => now());
/** After a start, backups are made and witnesses asked that were due before it. */
const hasCaughtUp = () => now() - watchedSince() >= HOUR_MS;

const commandedAt = preparedValue<number>(
  "select at from audit_rows where act = 'backup.written' order by seq desc limit 1",
);

function missedBackup(): string | null {
  const every = env().backupEveryMs;
  const last = every === null ? commandedAt().get() : lastBackupAt();
  if (last === undefined) return null;
  if (last === null) return siteProblem('no-backup');
  // A backup that is due takes a while.
  const isMissed = now() - last >= Math.max(DAY_MS, every ?? 0) + HOUR_MS;
  return isMissed ? siteProblem('last-backup', isoSeconds(last)) : null;
}

/** Where BACKUP_EVERY is not set, counts backups that the command began, because their files may be anywhere. */
function watchBackups() {
  const problem = missedBackup();
  if (problem === null) clearAlert('missed-backup');
  else if (hasCaughtUp()) raiseAlert('missed-backup', problem);
}

async function bucketAnswers(): Promise<boolean> {
  try {
    // No file of the bucket has such a name, so that the list is short.
    for await (const _ of fileStore().list('tmp')) break;
    return true;
  } catch {
    // The store has logged why.
    return false;
  }
}

async function watchStorage() {
  const { s3 } = env();
  if (s3 === null || (await bucketAnswers())) clearAlert('storage');
  else raiseAlert('storage', siteProblem('silent-storage', s3.endpoint, s3.bucket));
}

function watchWitnesses() {
  const current = currentLog();
  const silent = env().witnesses.flatMap(({ key }) => {
    const since = current ? uncosignedSince(current, key) : null;
    if (since === null || now() - since < DAY_MS) return [];
    return [siteProblem('silent-witness', key.name, isoSeconds(since))];
  });
  if (silent.length === 0) clearAlert('witnesses');
  else if (hasCaughtUp()) raiseAlert('witnesses', silent.join('\n'));
}

const LOOKS = [watchPayments, watchBackups, watchDisk, watchStorage, watchLog, watchWitnesses, watchMail];

/** Checks once for problems that need the operator, and logs them in DEFAULT_LANGUAGE. */
export const watch = () => inLanguage(env().DEFAULT_LANGUAGE, watchAll);

async function watchAll() {
  watchedSince();
  for (const look of LOOKS) {
    try {
      await look();
    } catch (error) {
      log.error({ err: error, check: look.name }, 'check failed');
    }
  }
}
