import type { Database } from 'better-sqlite3';

/** When a certificate is due that waited in a database that was restored. */
export const OF_BACKUP = 0;

/**
 * Lets none of the certificates be issued that wait in a restored database: since it was copied, they may have been issued, changed or
 * withdrawn. The server lists them as not issued.
 */
export function keepFromIssuing(database: Database) {
  const table = "select 1 from sqlite_schema where name = 'scheduled_certificates'";
  // Older versions had none.
  if (!database.prepare(table).get()) return;
  database.prepare('update scheduled_certificates set due_at = ? where problem is null').run(OF_BACKUP);
}
