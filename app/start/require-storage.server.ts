import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { env } from '#app/config/env.server.ts';
import { ConfigurationError } from '#app/config/variables.ts';
import { errorCodeOf } from '#db/files.ts';

const { R_OK, W_OK, X_OK } = constants;

/** The path, or the nearest folder above it that exists, in which it will be created. */
const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)));

function requireAccess(variable: string, path: string, mode: number) {
  const place = existing(resolve(path));
  try {
    accessSync(place, mode);
  } catch (error) {
    const act = mode & W_OK ? 'write' : 'read';
    const user = process.getuid ? `user ${process.getuid()}` : 'this user';
    throw new ConfigurationError(
      `${variable}: ${user} cannot ${act} ${place}, which belongs to user ${statSync(place).uid} (${errorCodeOf(error)})`,
    );
  }
}

/** The folder, and its own folders, in which the server creates files. */
function requireFolder(variable: string, folder: string) {
  const place = existing(resolve(folder));
  if (!statSync(place).isDirectory()) throw new ConfigurationError(`${variable}: ${place} is not a folder`);
  requireAccess(variable, folder, R_OK | W_OK | X_OK);
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) requireAccess(variable, join(folder, entry.name), R_OK | W_OK | X_OK);
  }
}

/**
 * Requires that a database file has one name. SQLite names its journals after the database, so that with a second name two servers would
 * change one file by two journals (https://www.sqlite.org/howtocorrupt.html#_multiple_links_to_the_same_file). The lock beside the file
 * follows symbolic links alone.
 * @throws ConfigurationError, which names the path
 */
export function requireOneName(file: string) {
  const links = statSync(file, { throwIfNoEntry: false })?.nlink ?? 1;
  if (links > 1)
    throw new ConfigurationError(
      `DATABASE_FILE: ${file} has ${links} names (hard links), and SQLite needs a file with one; remove the others, which \`find -samefile\` lists, or copy the file`,
    );
}

/**
 * Checks that this user can write where the data of the site is.
 * @throws ConfigurationError, which names the variable and the path
 */
export function requireStorage() {
  const { DATABASE_FILE, KEYS_DIR, UPLOADS_DIR } = env();
  if (DATABASE_FILE !== ':memory:') {
    const folder = dirname(DATABASE_FILE);
    const place = existing(resolve(folder));
    if (!statSync(place).isDirectory())
      throw new ConfigurationError(`DATABASE_FILE: ${place} is not a folder`);
    requireAccess('DATABASE_FILE', folder, R_OK | W_OK | X_OK);
    for (const suffix of ['', '-wal', '-shm', '-lock']) {
      const file = DATABASE_FILE + suffix;
      if (!existsSync(file)) continue;
      if (!statSync(file).isFile()) throw new ConfigurationError(`DATABASE_FILE: ${file} is not a file`);
      requireAccess('DATABASE_FILE', file, R_OK | W_OK);
    }
    requireOneName(DATABASE_FILE);
  }
  requireFolder('UPLOADS_DIR', UPLOADS_DIR);
  requireFolder('KEYS_DIR', KEYS_DIR);
  if (!existsSync(KEYS_DIR)) return;
  for (const name of readdirSync(KEYS_DIR)) requireAccess('KEYS_DIR', join(KEYS_DIR, name), R_OK);
}

/** What an error of SQLite means for the database file, or undefined for other errors. */
export function describeDatabaseError(error: unknown): string | undefined {
  const file = env().DATABASE_FILE;
  const code = errorCodeOf(error) ?? '';
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code))
    return `DATABASE_FILE: ${file} is damaged or no database (${code}); restore a backup`;
  if (/^SQLITE_(?:BUSY|LOCKED)/.test(code))
    return `DATABASE_FILE: another program has locked ${file} (${code})`;
  if (/^SQLITE_(?:CANTOPEN|READONLY|PERM|IOERR)/.test(code))
    return `DATABASE_FILE: ${file} cannot be read or written (${code})`;
  return undefined;
}
