import type { KeyObject } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { verifierKeyOf } from '@certrace/verify';
import { env } from '#app/config/env.server.ts';
import { syncFolderNow } from '#db/files.ts';
import { createSecret, keyPath, logPrivateKey, readSecret, writeKeyFolder } from './key-folder.server.ts';

// The log's key has its own file, so that the master key alone signs no checkpoint.

export const LOG_KEY = 'log.key';
/** The key of a new log until its first entry is committed. The key of the log before stays in its file until then. */
const NEXT_LOG_KEY = 'log.key.next';

type Keyed = { origin: string; verifierKey: string };
type LogKey = { folder: string; verifierKey: string; file: string; privateKey: KeyObject };

/** Cached, because every commit needs it. */
let known: LogKey | undefined;

/** @throws Error when the file is damaged */
function keyInFile(file: string, { origin, verifierKey }: Keyed): KeyObject | null {
  const secret = readSecret(file);
  const privateKey = secret && logPrivateKey(secret, origin);
  return privateKey && verifierKeyOf({ name: origin, privateKey }) === verifierKey ? privateKey : null;
}

/** @throws Error when a file is damaged */
function findLogKey(log: Keyed): LogKey | null {
  const [folder, { verifierKey }] = [env().KEYS_DIR, log];
  if (known?.folder === folder && known.verifierKey === verifierKey) return known;
  for (const file of [LOG_KEY, NEXT_LOG_KEY]) {
    const privateKey = keyInFile(file, log);
    if (privateKey) {
      known = { folder, verifierKey, file, privateKey };
      return known;
    }
  }
  return null;
}

/**
 * The private key of a log, or null when KEYS_DIR does not have it.
 * @throws Error when a file is damaged
 */
export const privateKeyOf = (log: Keyed): KeyObject | null => findLogKey(log)?.privateKey ?? null;

/**
 * The verifier key of a log that begins in this transaction. The first log takes an existing `log.key`, which another database may
 * need. Every later log gets a new key.
 * @throws as `writeKeyFolder`
 */
export function verifierKeyOfNewLog(origin: string, isFirst: boolean): string {
  const file = isFirst ? LOG_KEY : NEXT_LOG_KEY;
  // A later log that was never committed may have left one.
  if (!isFirst) writeKeyFolder(() => rmSync(keyPath(file), { force: true }));
  const secret = readSecret(file);
  if (!secret) createSecret(file);
  const made = secret ?? readSecret(file);
  if (!made) throw new Error(`KEYS_DIR has no ${file}`);
  return verifierKeyOf({ name: origin, privateKey: logPrivateKey(made, origin) });
}

/**
 * Moves the key of a new log to its place, once the log is committed. Call it under the database's write lock, so that no other log
 * begins meanwhile.
 */
export function placeLogKey(log: Keyed) {
  const key = findLogKey(log);
  if (key?.file !== NEXT_LOG_KEY) return;
  // Another process may have moved it, and begun another log.
  if (keyInFile(NEXT_LOG_KEY, log)) {
    renameSync(keyPath(NEXT_LOG_KEY), keyPath(LOG_KEY));
    syncFolderNow(key.folder);
  }
  known = { ...key, file: LOG_KEY };
}
