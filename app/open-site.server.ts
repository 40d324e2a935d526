import { sweepUploads } from '#app/courses/media/files.server.ts';
import { ConfigurationError, env } from '#app/env.server.ts';
import { hasMailbox } from '#app/mail/mailbox.server.ts';
import { openLog } from '#app/open-log.server.ts';
import { startTracing } from '#app/operations/tracing.server.ts';
import { isTestMode } from '#app/payments/gateways.server.ts';
import { reconcilePayments } from '#app/payments/reconcile.server.ts';
import { fileStore } from '#app/shared/file-store/file-store.server.ts';
import { log } from '#app/shared/log.server.ts';
// Settling payments needs to know what a payment can be for.
import '#app/courses/course-payments.server.ts';
import '#app/verification/verification-payments.server.ts';
import { emptyWal, openDatabase, sqlite } from '#db/client.ts';
import { makeDatabaseFolder, makePrivateFolder } from '#db/files.ts';
import { joinLock, lockDatabase, unlockDatabase } from '#db/lock.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { essential, isDiskFull, openReserve, restoreReserve } from '#db/reserve.ts';

const requireLock = (isLocked: boolean) => {
  if (isLocked) return;
  throw new ConfigurationError(`DATABASE_FILE: another server is running on ${env.DATABASE_FILE}`);
};

/**
 * Locks, opens and migrates the database, and makes its files and the uploads readable by this user only. Uses the reserve on a
 * full disk.
 * @throws ConfigurationError when another server has the database, or there is no space for that either
 */
function openStorage() {
  process.umask(0o077);
  makeDatabaseFolder(env.DATABASE_FILE);
  requireLock(lockDatabase(env.DATABASE_FILE));
  openReserve(env.DATABASE_FILE);
  try {
    essential(() => {
      openDatabase(env.DATABASE_FILE);
      migrateDatabase();
    });
    makePrivateFolder(env.UPLOADS_DIR);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new ConfigurationError(`DATABASE_FILE: no space left on the disk of ${env.DATABASE_FILE}`);
  }
  restoreReserve();
}

/** Runs a step of the start-up whose failure does not prevent serving. */
async function attempt(step: string, work: () => Promise<void> | void) {
  try {
    await work();
  } catch (error) {
    log.error({ err: error, step }, 'start-up step failed');
  }
}

/** Fails when the storage of files does not answer, so that the operator learns it before an upload fails. */
async function reachFileStore() {
  if (env.s3) await fileStore().list('videos')[Symbol.asyncIterator]().next();
}

/**
 * Makes the data ready to be served, in the only process or in the primary.
 * @param before runs on the migrated database at the end
 * @throws ConfigurationError as `openStorage`
 */
export async function openSite(before?: () => Promise<void> | void) {
  openStorage();
  await attempt('exporting traces', startTracing);
  await attempt('opening the log', openLog);
  await attempt('reconciling payments', reconcilePayments);
  await attempt('sweeping uploads', sweepUploads);
  void attempt('reaching the storage of files', reachFileStore);
  await before?.();
}

/** Opens what the primary has made ready, in a worker. */
export async function joinSite() {
  process.umask(0o077);
  requireLock(joinLock(env.DATABASE_FILE));
  openReserve(env.DATABASE_FILE);
  openDatabase(env.DATABASE_FILE);
  await attempt('exporting traces', startTracing);
}

/** Closes the database at the end of the only process or of the primary. */
export function closeSite() {
  try {
    emptyWal();
  } catch (error) {
    // The next start continues from the WAL.
    log.error({ err: error }, 'WAL not emptied');
  }
  leaveSite();
}

/** Closes the database of a worker. */
export function leaveSite() {
  sqlite.close();
  unlockDatabase();
}

/** Logs that the site is served, and what an operator should know about how. */
export function announce(port: number) {
  log.info({ url: env.APP_URL, host: env.HOST, port }, 'listening');
  if (env.production && isTestMode()) {
    log.warn('PAYMENT_GATEWAY is sandbox: no real cards are accepted, and nobody is charged');
  }
  if (hasMailbox()) log.info({ url: `${env.APP_URL}/dev/mail` }, 'SMTP_URL is not set: read mail here');
}
