import type { Server } from 'node:net';
import { superAdminsWithout } from '#app/accounts/second-factor/must-set-up.server.ts';
import { recordDesignHashes } from '#app/certificates/certificate-design.server.ts';
import { env } from '#app/config/env.server.ts';
import { ConfigurationError } from '#app/config/variables.ts';
import { recordSigningCertificates } from '#app/credentials/file-signer.server.ts';
import { sweepUploads } from '#app/files/media/files.server.ts';
import { fileStore } from '#app/files/store/file-store.server.ts';
import { bringFilesUpToDate, describeLogState, logState } from '#app/log/log-state.server.ts';
import { createFirstKeys } from '#app/log/read-log.server.ts';
import { publishAtStart } from '#app/log/send-checkpoints.server.ts';
import { mailDelivery } from '#app/mail/mail-state.server.ts';
import { inLanguage, languages } from '#app/messages/reader-language.server.ts';
import { migrateSite } from '#app/operations/migrate-site.server.ts';
import { configurationWarnings } from '#app/operations/site-status.server.ts';
import { startTracing } from '#app/operations/tracing.server.ts';
import { isTestMode } from '#app/payments/gateways.server.ts';
import { reconcilePayments } from '#app/payments/reconcile.server.ts';
import { log } from '#app/shared/log.server.ts';
import { emptyWal, openDatabase, sqlite } from '#db/client.ts';
import { makeDatabaseFolder, makePrivateFolder } from '#db/files.ts';
import { joinLock, lockDatabase, shareLock, unlockDatabase } from '#db/lock.ts';
import { essential, isDiskFull, openReserve, restoreReserve } from '#db/reserve.ts';
import { connectDomains } from './connect.server.ts';
import { describeDatabaseError, requireStorage } from './require-storage.server.ts';

const requireLock = (isLocked: boolean) => {
  if (isLocked) return;
  throw new ConfigurationError(`DATABASE_FILE: another server is running on ${env().DATABASE_FILE}`);
};

/**
 * Locks, opens and migrates the database, and makes its files and the uploads readable by this user only. On a full disk it
 * uses the reserve.
 * @throws ConfigurationError when another server has the database, when a file cannot be read or written, when the database is
 * damaged, or when even the reserve is not enough
 */
function openStorage() {
  connectDomains();
  process.umask(0o077);
  requireStorage();
  try {
    makeDatabaseFolder(env().DATABASE_FILE);
    requireLock(lockDatabase(env().DATABASE_FILE));
    openReserve(env().DATABASE_FILE);
    essential(() => {
      openDatabase(env().DATABASE_FILE);
      const migrated = migrateSite();
      if (migrated) log.info(migrated, 'database migrated');
    });
    makePrivateFolder(env().UPLOADS_DIR);
  } catch (error) {
    if (isDiskFull(error))
      throw new ConfigurationError(`DATABASE_FILE: no space left on the disk of ${env().DATABASE_FILE}`);
    const problem = describeDatabaseError(error);
    throw problem === undefined ? error : new ConfigurationError(problem);
  }
  restoreReserve();
}

/** Runs a start-up step whose failure does not prevent serving. */
async function attempt(step: string, work: () => unknown) {
  try {
    await work();
  } catch (error) {
    log.error({ err: error, step }, 'start-up step failed');
  }
}

/** Contacts the file store, so that the operator learns of a problem before an upload fails. */
async function reachFileStore() {
  if (env().s3) await fileStore().list('videos')[Symbol.asyncIterator]().next();
}

/**
 * Makes the data ready for serving, in a single process or in the primary.
 * @param before runs last, on the migrated database
 * @throws ConfigurationError as `openStorage`; for an unknown DEFAULT_LANGUAGE
 */
export async function openSite(before?: () => Promise<void> | void) {
  requireDefaultLanguage();
  if (mailDelivery() === 'off') log.warn({ alert: true }, 'SMTP_URL is not set: no mail leaves this site');
  openStorage();
  await attempt('tracing', startTracing);
  await attempt('opening the log', openLog);
  await attempt('creating the keys of the log', createFirstKeys);
  await attempt('recording the certificates that sign PDFs', () =>
    recordSigningCertificates(env().pdfSigner),
  );
  await attempt('recording the hashes of designs', recordDesignHashes);
  await attempt('reconciling payments', reconcilePayments);
  await attempt('sweeping uploads', sweepUploads);
  void attempt('reaching the file store', reachFileStore);
  await before?.();
}

/**
 * Lets workers share the primary's lock on the database.
 * @throws ConfigurationError when another server took it in between
 */
export const shareSite = () => requireLock(shareLock());

/** Opens the data in a worker, after the primary has made it ready. */
export async function joinSite() {
  connectDomains();
  process.umask(0o077);
  requireLock(joinLock(env().DATABASE_FILE));
  openReserve(env().DATABASE_FILE);
  openDatabase(env().DATABASE_FILE);
  await attempt('tracing', startTracing);
}

/** Closes the database when a single process or the primary ends. */
export function closeSite() {
  try {
    emptyWal();
  } catch (error) {
    // The next start reads the rest from the WAL.
    log.error({ err: error }, 'WAL not emptied');
  }
  leaveSite();
}

/** Closes the database of a worker. */
export function leaveSite() {
  sqlite().close();
  unlockDatabase();
}

/** The port on which a server listens. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server does not listen on a port');
  return address.port;
}

/** Logs warnings for the operator, and that the site is being served. */
export function announce(port: number) {
  if (mailDelivery() === 'mailbox')
    log.info(
      { url: `${env().APP_URL}/dev/mail` },
      'SMTP_URL is not set: no mail leaves this site, read it here',
    );
  log.info({ url: env().APP_URL, host: env().HOST, port }, 'listening');
  for (const warning of inLanguage('en', configurationWarnings)) log.warn(warning);
  const open = superAdminsWithout();
  if (env().production && open > 0) {
    log.warn({ superAdmins: open }, 'super admins without a second factor: a stolen password opens the site');
  }
  if (env().production && isTestMode()) {
    log.warn('PAYMENT_GATEWAY is sandbox: no real cards are accepted, and nobody is charged');
  }
}

/** Runs at start, in one process: completes the log's files after a crash, and alerts the operator to problems. */
export function openLog() {
  const state = logState();
  const problem = describeLogState(state);
  if (problem) log.error({ state }, problem);
  else {
    bringFilesUpToDate();
    publishAtStart();
  }
}

/** @throws ConfigurationError if the site has no messages in DEFAULT_LANGUAGE */
export function requireDefaultLanguage() {
  if (!languages().includes(env().DEFAULT_LANGUAGE))
    throw new ConfigurationError(`DEFAULT_LANGUAGE: must be one of ${languages().join(', ')}`);
}
