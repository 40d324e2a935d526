import { formatEntry } from '@certrace/verify';
import { recordAct, SHELL } from '#app/audit/record-act.server.ts';
import { beginLog, currentLog, insertLogEntry, type Log, originDigest } from '#app/log/log.server.ts';
import { appendToFiles, lastFiledCheckpoint } from '#app/log/log-files.server.ts';
import { masterKey, placeLogKey } from '#app/log/log-key.server.ts';
import { fitsMasterKey, forgetLogState, logState, requireWritableLog } from '#app/log/log-state.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { transaction } from '#db/client.ts';
import { retireKeys } from './issuer-keys.server.ts';

const MASTER_KEY_IN_PLACE =
  'KEYS_DIR still has the master key of the issuers’ keys. Stop the server and move master.key away first.';

/** The last checkpoint that a log signed. The database may be older, or contradict it. */
function lastCheckpoint(log: Log): string {
  if (logState().kind !== 'ok') return lastFiledCheckpoint(log)?.note ?? log.checkpoint;
  // A server may have committed the last entries, and not written their checkpoint yet.
  appendToFiles(log);
  return log.checkpoint;
}

/**
 * Begins a new log with a new key. Its first entry commits to the old log's last checkpoint. Without a master key that fits the
 * issuers' keys, each issuer gets a new key version with its next certificate.
 * @param isCompromised whether the master key may have leaked, so that the issuers' keys are revoked
 * @returns the new log's origin
 * @throws AppError invalid when there is no log yet, or a compromised master key is still in KEYS_DIR; busy when KEYS_DIR cannot
 *   be written
 */
export function beginNewOrigin(isCompromised = false): string {
  const origin = transaction((tx) => {
    const old = currentLog();
    if (!old) throw invalid('There is no log yet.');
    const checkpoint = lastCheckpoint(old);
    placeLogKey(old);
    if (!fitsMasterKey()) retireKeys(tx, { isCompromised });
    else if (isCompromised) throw invalid(MASTER_KEY_IN_PLACE);
    masterKey();
    const log = beginLog(tx, old.number + 1);
    const time = new Date(now()).toISOString();
    const entry = formatEntry('origin', originDigest(checkpoint), time, { key: old.verifierKey });
    insertLogEntry({ type: 'origin', entry, salt: null, subject: null, document: Buffer.from(checkpoint) });
    recordAct(tx, SHELL, 'log.new_origin', { object: ['log', log.origin], after: { isCompromised } });
    return log.origin;
  });
  forgetLogState();
  return origin;
}

/**
 * Gives the log a new key. Checkpoints of one log have one key, so this begins a new log.
 * @returns the new log's origin
 * @throws AppError invalid when there is no log yet; busy when the log cannot be continued, which needs `log:new-origin`
 */
export function rotateLogKey(): string {
  requireWritableLog();
  return beginNewOrigin();
}
