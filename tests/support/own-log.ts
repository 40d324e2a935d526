import { copyFileSync } from 'node:fs';
import type { NoteSigner } from '@certrace/verify';
import { env } from '#app/config/env.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import { keyPath, LOG_KEY, MASTER_KEY, masterKey, privateKeyOf } from '#app/log/log-key.server.ts';
import { sqlite } from '#db/client.ts';

/** The site's log. */
export function ownLog() {
  const log = currentLog();
  if (!log) throw new Error('no log');
  return log;
}

/** Signs with the key of the site's log. */
export function logSigner(): NoteSigner {
  const log = ownLog();
  const privateKey = privateKeyOf(log);
  if (!privateKey) throw new Error('no key');
  return { name: log.origin, privateKey };
}

/** The path of a file of the first log. */
export const logFile = (kind: 'entries' | 'checkpoints') =>
  `${env().KEYS_DIR}/${sqlite().prepare('select id from installation').pluck().get()}.log-1.${kind}`;

/** The entries in the database. */
export const ownEntries = () => sqlite().prepare('select entry from log_entries order by seq').pluck().all();

/** Makes the log's key the one that versions before 0.3.0 derived from the master key. */
export function beginDerivedLog() {
  masterKey();
  copyFileSync(keyPath(MASTER_KEY), keyPath(LOG_KEY));
}
