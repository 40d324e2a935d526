import { hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { env } from '#app/config/env.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { t } from '#messages';

const HASH_CHARACTERS = 40;
/** A line is a hash, a colon, a count and a line break. */
const LINE_MOST_BYTES = 64;

/** The first whole line that begins at or after a position, and where it ends. */
async function lineFrom(file: FileHandle, position: number, size: number) {
  // The line that begins right at the position follows the break before it.
  const start = Math.max(0, position - 1);
  const bytes = Buffer.alloc(Math.min(2 * LINE_MOST_BYTES, size - start));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
  const text = bytes.toString('latin1', 0, bytesRead);
  const begin = position === 0 ? 0 : text.indexOf('\n') + 1;
  if (position > 0 && begin === 0) return null;
  const line = text.slice(begin).split('\n', 1)[0] ?? '';
  return line === '' ? null : { hash: line.slice(0, HASH_CHARACTERS), end: start + begin + line.length + 1 };
}

/** Searches a file of lines in ascending order, such as Pwned Passwords. It is read in about forty small pieces. */
async function hasHash(file: FileHandle, sought: string): Promise<boolean> {
  const { size } = await file.stat();
  let [low, high] = [0, size];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const line = await lineFrom(file, middle, size);
    if (line?.hash === sought) return true;
    if (line === null || line.hash > sought) high = middle;
    else low = line.end;
  }
  return false;
}

/** Whether a password is in the operator's file of breached passwords. False without a file. */
export async function isBreached(password: string): Promise<boolean> {
  const path = env().breachedPasswords;
  if (path === null) return false;
  const file = await open(path);
  try {
    return await hasHash(file, hash('sha1', password, 'hex').toUpperCase());
  } finally {
    await file.close();
  }
}

/**
 * Refuses a new password that is in the operator's file of breached passwords.
 * @param field the form's field
 * @throws AppError invalid
 */
export async function requireUnbreached(password: string, field: string): Promise<void> {
  if (!(await isBreached(password))) return;
  const message = t('breachedPasswords.thisPasswordWasStolen');
  throw invalid(message, { [field]: [message] });
}
