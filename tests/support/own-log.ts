import { randomUUID } from 'node:crypto';
import { type NoteSigner, verifierKeyOf } from '@certrace/verify';
import { env } from '#app/config/env.server.ts';
import { logPrivateKey, masterKey } from '#app/log/key-folder.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import { privateKeyOf } from '#app/log/log-key.server.ts';
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

/** Begins the log of an earlier version, whose key is derived from the master key. */
export function beginDerivedLog() {
  const name = `${env().appHost}/log`;
  const verifierKey = verifierKeyOf({ name, privateKey: logPrivateKey(masterKey(), name) });
  sqlite().prepare('insert into installation (id, created_at) values (?, 1)').run(randomUUID());
  sqlite()
    .prepare(
      `insert into logs (number, origin, verifier_key, first_seq, size, checkpoint, started_at)
       values (1, ?, ?, 1, 0, '', 1)`,
    )
    .run(name, verifierKey);
}
