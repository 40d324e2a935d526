import { randomBytes } from 'node:crypto';
import { fsyncSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { withFile } from './files.ts';

// The reserve is a file beside the database that only takes up space. On a full disk it is deleted, and the few writes that
// must not fail use its space: logouts, delivery results, settled payments, sweeps. All other writes are rejected until there
// is room for the file again, so that these few keep finding space.

const MEGABYTE = 1_048_576;
const RESERVE_BYTES = 8 * MEGABYTE;
/** Free space required beside a restored reserve, so that it is not used up again immediately. */
const MARGIN_BYTES = 4 * MEGABYTE;

/** Error codes of SQLite and the file system when a file cannot grow. */
const FULL = new Set(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT']);

/** Whether an error means that the disk is full. */
export const isDiskFull = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && FULL.has(String(error.code));

let path: string | undefined;
let essentialDepth = 0;

/** Whether the reserve exists. Not cached, because another process may have used it. */
const isHeld = () => path === undefined || statSync(path, { throwIfNoEntry: false })?.size === RESERVE_BYTES;

/** Sets the database whose disk has the reserve. */
export function openReserve(databaseFile: string | undefined) {
  path = databaseFile === undefined || databaseFile === ':memory:' ? undefined : `${databaseFile}-reserve`;
}

/** Whether the reserve was used and cannot be restored yet. */
export const isSpaceLow = () => !isHeld();

/**
 * Restores the reserve if there is room for it.
 * @returns whether it exists
 */
export function restoreReserve(): boolean {
  if (path === undefined || isHeld()) return true;
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    if (bavail * bsize < RESERVE_BYTES + MARGIN_BYTES) return false;
    // Random bytes, because compressing file systems store zeros in no space.
    const block = randomBytes(MEGABYTE);
    withFile(path, 'w', (file) => {
      for (let bytes = 0; bytes < RESERVE_BYTES; bytes += block.length) writeSync(file, block);
      fsyncSync(file);
    });
  } catch (error) {
    rmSync(path, { force: true });
    if (!isDiskFull(error)) throw error;
  }
  return isHeld();
}

/**
 * Runs a write that must succeed on a full disk. If it fails for lack of space, runs it again in the reserve's space.
 * @param work synchronous and small; it may run twice, so it must not change anything outside its transaction
 */
export function essential<Result>(work: () => Result): Result {
  essentialDepth += 1;
  try {
    return work();
  } catch (error) {
    if (!isDiskFull(error) || path === undefined) throw error;
    // Another process may already have deleted it.
    rmSync(path, { force: true });
    return work();
  } finally {
    essentialDepth -= 1;
  }
}

/** @throws Error with the code ENOSPC while only essential writes are allowed */
export function refuseWhenSpaceIsLow() {
  if (essentialDepth > 0 || !isSpaceLow()) return;
  throw Object.assign(new Error('Only essential writes are allowed until there is space'), {
    code: 'ENOSPC',
  });
}

/** The longest wait of a write for another process's write lock. It blocks the event loop. */
export const BUSY_MS = 5_000;
/** The wait after such a timeout, so that reads go on while another process hangs with the lock. */
export const BUSY_AGAIN_MS = 50;

/** Whether an error means that another process held a lock for too long. */
export const isBusy = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
