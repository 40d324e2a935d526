import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { env } from '#app/config/env.server.ts';
import { formatBytes } from '#app/messages/format-numbers.ts';
import { AppError } from '#app/shared/errors.server.ts';

const folders = () =>
  [
    ['database', dirname(env().DATABASE_FILE)],
    ['uploads', env().UPLOADS_DIR],
    ['keys', env().KEYS_DIR],
    ['backups', env().BACKUP_DIR],
  ] as const;

/** Free space and size of the disk of each of the site's folders that exist, in bytes. */
export async function diskSpace() {
  const spaces = await Promise.all(
    folders().map(async ([folder, path]) => {
      const disk = await statfs(path).catch(() => null);
      // Blocks that only root may use count as taken.
      return disk && { folder, path, free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize };
    }),
  );
  return spaces.filter((space) => space !== null);
}

export type DiskSpace = Awaited<ReturnType<typeof diskSpace>>[number];

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
