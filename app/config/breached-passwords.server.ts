import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { ConfigurationError } from './variables.ts';

const LINE_BYTES = 128;
const FIRST_LINE = /^[0-9A-F]{40}:\d+\r?\n/;

/**
 * The file of breached passwords that the operator keeps, or null.
 * @throws ConfigurationError for a file without SHA-1 hashes in upper case and their counts
 */
export function parseBreachedPasswords({
  BREACHED_PASSWORDS_FILE: path,
}: {
  BREACHED_PASSWORDS_FILE?: string | undefined;
}): string | null {
  if (path === undefined) return null;
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new ConfigurationError(`BREACHED_PASSWORDS_FILE: there is no file ${path}`);
  const file = openSync(path, 'r');
  try {
    const line = Buffer.alloc(LINE_BYTES);
    const read = readSync(file, line, 0, LINE_BYTES, 0);
    if (FIRST_LINE.test(line.toString('latin1', 0, read))) return path;
  } finally {
    closeSync(file);
  }
  throw new ConfigurationError(
    `BREACHED_PASSWORDS_FILE: ${path} does not begin with a line HASH:COUNT. Use the passwords of Pwned Passwords, ordered by SHA-1`,
  );
}
