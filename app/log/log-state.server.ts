import { publicKeyOf, toMultikey } from '@certrace/verify';
import { isWorker } from '#app/processes/other-processes.server.ts';
import { every } from '#app/shared/background-work.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { log as logger } from '#app/shared/log.server.ts';
import { type Db, db, preparedSql, setCommitHooks, sqlite } from '#db/client.ts';
import { t } from '#messages';
import { currentLog, integrateEntries, type Log, rootAt } from './log.server.ts';
import { appendToFiles, lastFiledCheckpoint, writeAhead } from './log-files.server.ts';
import {
  isMarkedAsRestored,
  issuerPrivateKey,
  placeLogKey,
  privateKeyOf,
  readMasterKey,
  removeRestoredMark,
} from './log-key.server.ts';

/** Whether the log can be continued, and the reason if not. */
export type LogState =
  | { kind: 'ok' }
  | { kind: 'behind'; size: number; signedSize: number }
  | { kind: 'forked' }
  | { kind: 'restored'; size: number }
  | { kind: 'keys-lost' };

// As code in the texts.
const CATCH_UP = '`npm run log:catch-up`';
const CATCH_UP_FROM_MIRROR = '`npm run log:catch-up -- --from MIRROR`';
const NEW_ORIGIN = '`npm run log:new-origin`';

/** Describes the log's problem and its remedy to the operator. Returns null if there is no problem. */
export function describeLogState(state: LogState): string | null {
  if (state.kind === 'ok') return null;
  if (state.kind === 'behind') {
    return t('logState.databaseIsOlder', {
      size: String(state.size),
      signedSize: String(state.signedSize),
      catchUp: CATCH_UP,
      newOrigin: NEW_ORIGIN,
    });
  }
  if (state.kind === 'restored') {
    return t('logState.restoredFromABackup', {
      size: String(state.size),
      catchUp: CATCH_UP_FROM_MIRROR,
      newOrigin: NEW_ORIGIN,
    });
  }
  if (state.kind === 'forked') {
    return t('logState.databaseContradicts', { newOrigin: NEW_ORIGIN });
  }
  return t('logState.keysAreLost', { newOrigin: NEW_ORIGIN });
}

const currentIssuerKey = preparedSql<{ owner: string; version: number; multikey: string }>(
  'select owner, version, multikey from issuer_keys where retired_at is null order by seq desc limit 1',
);

/** Whether the issuers' keys are those of KEYS_DIR's master key. False without a master key, which the site would create. */
export function fitsMasterKey(): boolean {
  const [master, key] = [readMasterKey(), currentIssuerKey().get()];
  if (!master || !key) return master !== null;
  return toMultikey(publicKeyOf(issuerPrivateKey(master, key.owner, key.version))) === key.multikey;
}

const hasKeys = (log: Log): boolean => fitsMasterKey() && privateKeyOf(log) !== null;

function inspect(): LogState {
  const log = currentLog();
  if (!log) return { kind: 'ok' };
  if (!hasKeys(log)) return { kind: 'keys-lost' };
  if (isMarkedAsRestored()) return { kind: 'restored', size: log.size };
  const filed = lastFiledCheckpoint(log);
  if (!filed) return { kind: 'ok' };
  const { size, root } = filed.checkpoint;
  // Read after the file, because another process may have committed and written a checkpoint meanwhile.
  const current = currentLog() ?? log;
  if (size > current.size) return { kind: 'behind', size: current.size, signedSize: size };
  return Buffer.compare(rootAt(log, size), root) === 0 ? { kind: 'ok' } : { kind: 'forked' };
}

let fine: Db | undefined;

/** Compares the database with the log files and keys. The result is cached once they match. */
export function logState(): LogState {
  if (fine === db()) return { kind: 'ok' };
  const state = inspect();
  if (state.kind === 'ok') fine = db();
  return state;
}

/** Repeats the comparison and stops issuing if the files now contradict the database. */
export function recheckLogState(): LogState {
  if (inspect().kind !== 'ok') fine = undefined;
  return logState();
}

const RECHECK_EVERY_MS = 60_000;

/** Repeats the comparison every minute in a worker process, because each process decides for itself whether to issue. */
export const startRecheckingLog = () =>
  isWorker() ? every(RECHECK_EVERY_MS, recheckLogState)('log state') : () => undefined;

/** Makes `logState` compare again, after a command repaired the log. */
export function forgetLogState() {
  removeRestoredMark();
  fine = undefined;
}

/**
 * Requires that the log can be continued.
 * @throws AppError busy
 */
export function requireWritableLog() {
  if (logState().kind === 'ok') return;
  throw new AppError('busy', t('logState.bringTheLogUpToDate'));
}

/** Appends missing entries to the files, for example after a crash between a commit and its append. */
export function bringFilesUpToDate() {
  // The write lock prevents two processes from appending the same entries.
  sqlite().exec('begin immediate');
  try {
    const log = currentLog();
    if (!log) return;
    placeLogKey(log);
    appendToFiles(log);
  } finally {
    sqlite().exec('commit');
  }
}

let isChanged = false;

/**
 * Each commit signs one checkpoint for its entries. Both are in the files before the response is sent. Everything that can fail
 * for lack of space or permissions happens before the commit.
 */
export const logEachCommit = () =>
  setCommitHooks({
    before: () => {
      isChanged = integrateEntries();
      const log = isChanged ? currentLog() : null;
      if (log) writeAhead(log);
    },
    after: () => {
      if (!isChanged) return;
      isChanged = false;
      try {
        bringFilesUpToDate();
      } catch (error) {
        // The commit is durable, so the response is sent. The next commit or start brings the files up to date.
        logger.error({ err: error }, 'the files of the log do not have its newest checkpoint');
      }
    },
  });
