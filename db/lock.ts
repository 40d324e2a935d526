import Database from 'better-sqlite3';

let held: Database.Database | undefined;

/**
 * Locks a database file for this server until the process ends. The lock is SQLite's own on an empty file beside it, which
 * the system releases when the process is killed. Commands run beside a server and do not take it.
 * @returns false when another server has it
 */
export function lockDatabase(file: string): boolean {
  if (file === ':memory:') return true;
  const handle = new Database(`${file}-lock`, { timeout: 0 });
  try {
    handle.exec('begin exclusive');
  } catch (error) {
    handle.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return false;
    throw error;
  }
  held = handle;
  return true;
}

/** Releases the lock. */
export function unlockDatabase() {
  held?.close();
  held = undefined;
}
