import { env } from '#app/config/env.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import { sqlite } from '#db/client.ts';

/** The site's log. */
export function ownLog() {
  const log = currentLog();
  if (!log) throw new Error('no log');
  return log;
}

/** The path of a file of the first log. */
export const logFile = (kind: 'entries' | 'checkpoints') =>
  `${env().KEYS_DIR}/${sqlite().prepare('select id from installation').pluck().get()}.log-1.${kind}`;

/** The entries in the database. */
export const ownEntries = () => sqlite().prepare('select entry from log_entries order by seq').pluck().all();
