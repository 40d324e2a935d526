import { statfs } from 'node:fs/promises';
import { formatBytes } from '#app/messages/format-numbers.ts';
import { AppError } from '#app/shared/errors.server.ts';

/** Space that a command leaves free, so that a running server can write. */
const KEPT_FREE_BYTES = 16 * 1_048_576;

/**
 * Requires space on the disk of a folder.
 * @param use what takes the space
 * @returns the free bytes
 * @throws AppError storage-full
 */
export async function requireSpace(folder: string, bytes: number, use: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const needed = bytes + KEPT_FREE_BYTES;
  if (free >= needed) return free;
  throw new AppError(
    'storage-full',
    `${use} needs ${formatBytes(needed)} of free space in ${folder}, which has ${formatBytes(free)}.`,
  );
}
