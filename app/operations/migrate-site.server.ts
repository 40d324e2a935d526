import { verifierKeyOf } from '@certrace/verify';
import { ConfigurationError } from '#app/config/variables.ts';
import { currentLog } from '#app/log/log.server.ts';
import { logPrivateKey, readMasterKey } from '#app/log/log-key.server.ts';
import { sqlite } from '#db/client.ts';
import { migrateDatabase, schemaVersions } from '#db/migrate.ts';

/** Whether the log began before 0.3.0, which derived its key from the master key, and version 0.4 has not replaced it. */
function hasDerivedKey(): boolean {
  const [log, master] = [currentLog(), readMasterKey()];
  if (!log || !master) return false;
  const privateKey = logPrivateKey(master, log.origin);
  return verifierKeyOf({ name: log.origin, privateKey }) === log.verifierKey;
}

/**
 * As `migrateDatabase`, for the database of a site.
 * @throws ConfigurationError when the key of the log is derived from the master key; as `migrateDatabase`
 */
export function migrateSite(options?: { keepsCopy: boolean }) {
  const { from, to } = schemaVersions(sqlite());
  if (from !== null && from !== to && hasDerivedKey()) {
    throw new ConfigurationError(
      'DATABASE_FILE: the key of the log is derived from master.key; run `npm run keys:rotate -- --log` in version 0.4 first',
    );
  }
  return migrateDatabase(undefined, options);
}
