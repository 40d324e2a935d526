import { formatEntry } from '@certrace/verify';
import { beginLog, currentLog, insertLogEntry, originDigest } from '#app/log/log.server.ts';
import { lastFiledCheckpoint } from '#app/log/log-files.server.ts';
import { forgetLogState, logState } from '#app/log/log-state.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { transaction } from '#db/client.ts';
import { retireKeys } from './issuer-keys.server.ts';

/**
 * Begins a new log when the old one cannot be continued. Its first entry commits to the old log's last checkpoint. If the
 * keys are lost, each issuer gets a new key version with its next certificate.
 * @returns the new log's origin
 * @throws AppError invalid when there is no log yet
 */
export function beginNewOrigin(): string {
  const old = currentLog();
  if (!old) throw invalid('There is no log yet.');
  const keysAreLost = logState().kind === 'keys-lost';
  const checkpoint = lastFiledCheckpoint(old)?.note ?? old.checkpoint;
  const origin = transaction((tx) => {
    if (keysAreLost) retireKeys(tx);
    const log = beginLog(tx, old.number + 1);
    const time = new Date(now()).toISOString();
    const entry = formatEntry('origin', originDigest(checkpoint), time);
    insertLogEntry({ type: 'origin', entry, salt: null, subject: null, document: Buffer.from(checkpoint) });
    return log.origin;
  });
  forgetLogState();
  return origin;
}
