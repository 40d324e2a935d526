import { EMPTY_ROOT, signCheckpoint, verifierKeyOf } from '@certrace/verify';
import { env } from '#app/config/env.server.ts';
import { preparedValue } from '#db/client.ts';
import { logPrivateKey, masterKey, readSecret } from './key-folder.server.ts';
import { hasLog, type Log, logPath } from './log.server.ts';
import { LOG_KEY, verifierKeyOfNewLog } from './log-key.server.ts';

const originOfFirstLog = () => `${env().appHost}${logPath(1)}`;

const issuerKey = preparedValue<number>('select 1 from issuer_keys limit 1');

/**
 * Creates the keys of a new site, so that its log and its DID document can be read before the first entry. A database that has a key or an
 * entry needs the keys that it had.
 * @throws as `writeKeyFolder`
 */
export function createFirstKeys() {
  if (hasLog() || issuerKey().get() !== undefined) return;
  masterKey();
  verifierKeyOfNewLog(originOfFirstLog(), true);
}

/** The log of a site before its first entry, which begins it in the database. Undefined afterwards, and without its key. */
export function emptyLog(): Log | undefined {
  const secret = hasLog() ? null : readSecret(LOG_KEY);
  if (!secret) return undefined;
  const origin = originOfFirstLog();
  const signer = { name: origin, privateKey: logPrivateKey(secret, origin) };
  return {
    number: 1,
    origin,
    verifierKey: verifierKeyOf(signer),
    firstSeq: 1,
    size: 0,
    checkpoint: signCheckpoint({ origin, size: 0, root: EMPTY_ROOT }, signer),
    startedAt: 0,
  };
}
