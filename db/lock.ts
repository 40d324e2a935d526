import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { errorCodeOf } from './files.ts';
import { isBusy } from './reserve.ts';

let held: Database.Database | undefined;

/** How long to wait for the processes of a killed server, which end within milliseconds. */
const WAIT_MS = 1_000;

/** The path without symbolic links, so that all links to a database share one lock. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw error;
    return join(realpathSync(dirname(file)), basename(file));
  }
}

/** Opens the empty file with this suffix beside a file. */
function openLock(file: string, suffix: string, waitMs: number, statement: string): Database.Database | null {
  const handle = new Database(realPath(file) + suffix, { timeout: waitMs });
  try {
    // A journal on disk needs space, which a backup to another disk must not need.
    handle.pragma('journal_mode = memory');
    handle.exec(statement);
    return handle;
  } catch (error) {
    handle.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

/**
 * Locks a database file for this server until the process ends. Uses SQLite's own lock on an empty file beside it, which the
 * system releases even if the process is killed. Commands that run beside a server don't take the lock.
 * @returns false when another server holds the lock
 */
export function lockDatabase(file: string): boolean {
  if (file === ':memory:') return true;
  held = openLock(file, '-lock', WAIT_MS, 'begin exclusive') ?? undefined;
  return held !== undefined;
}

/**
 * Lets this server's workers share the lock. No other server gets it while this process or any worker runs.
 * @returns false when another server took the lock in between
 */
export function shareLock(): boolean {
  try {
    // A reserved lock allows shared ones but excludes an exclusive one.
    held?.exec('commit; begin immediate');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/** Takes a worker's share of the lock. @returns false when another server holds the lock */
export function joinLock(file: string): boolean {
  held = openLock(file, '-lock', WAIT_MS, 'begin; select count(*) from sqlite_schema') ?? undefined;
  return held !== undefined;
}

/** Releases the lock, or this process's share of it. */
export function unlockDatabase() {
  held?.close();
  held = undefined;
}

/**
 * Locks a database file for one backup until it is released or the process ends.
 * @returns a function that releases it, or null when another backup has it
 */
export function lockBackup(file: string): (() => void) | null {
  const handle = openLock(file, '-backup-lock', 0, 'begin exclusive');
  return handle && (() => void handle.close());
}
