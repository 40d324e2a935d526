import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { env } from '#app/config/env.server.ts';

/** Free space on the disk of a folder, in bytes. */
export type DiskSpace = {
  folder: 'database' | 'uploads' | 'keys' | 'backups';
  path: string;
  free: number;
  size: number;
};

/** The folders of this site. */
const folders = () =>
  [
    ['database', dirname(env().DATABASE_FILE)],
    ['uploads', env().UPLOADS_DIR],
    ['keys', env().KEYS_DIR],
    ['backups', env().BACKUP_DIR],
  ] as const;

/** Free space for each of the site's folders that exist. */
export async function diskSpace(): Promise<DiskSpace[]> {
  const spaces = await Promise.all(
    folders().map(async ([folder, path]) => {
      const disk = await statfs(path).catch(() => null);
      // Blocks that only root may use count as taken.
      return disk && { folder, path, free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize };
    }),
  );
  return spaces.filter((space) => space !== null);
}
