import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { env } from '#app/config/env.server.ts';

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
