import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** The code of an error of the system or of SQLite, such as `ENOENT`. Undefined for other errors. */
export const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** Changes a mode, unless another user owns the file. */
function restrict(path: string, mode: number) {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (errorCodeOf(error) !== 'EPERM') throw error;
  }
}

/** Opens a file, which only this user can read if it is new, while `work` runs. */
export function withFile<Result>(path: string, flags: string, work: (file: number) => Result): Result {
  const file = openSync(path, flags, 0o600);
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

/** Creates a folder that only this user can read, and restricts its direct subfolders too. */
export function makePrivateFolder(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  restrict(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) restrict(`${folder}/${entry.name}`, 0o700);
  }
}

/** Creates the folder of a database file, readable by this user only. */
export const makeDatabaseFolder = (file: string) =>
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });

/**
 * Creates the database file and its folder if they do not exist, and restricts both to this user. SQLite gives the WAL and the
 * shared memory the mode of the database file. A folder with other files keeps its mode.
 */
export function restrictDatabaseFiles(file: string) {
  const folder = dirname(file);
  makeDatabaseFolder(file);
  if (readdirSync(folder).every((name) => name.startsWith(basename(file)))) restrict(folder, 0o700);
  closeSync(openSync(file, 'a', 0o600));
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) restrict(file + suffix, 0o600);
  }
}

/** Syncs a folder's entries to disk, so that renames in it survive a power failure. */
export async function syncFolder(path: string) {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** As `syncFolder`, for steps that a transaction waits for. */
export const syncFolderNow = (path: string) => withFile(path, 'r', fsyncSync);
