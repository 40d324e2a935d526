import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lockBackup } from '#db/lock.ts';

const PREFIX = '.certrace-backup-';
/** A backup that has just begun may not hold its lock yet. */
const LEFTOVER_AFTER_MS = 60_000;

const lockFolder = (folder: string) => lockBackup(join(folder, 'folder'));

/** Removes the folders of killed backups of any site. Each may take the space of a whole backup. */
async function removeLeftovers(parent: string) {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(parent, name);
    try {
      if ((await stat(folder)).mtimeMs > Date.now() - LEFTOVER_AFTER_MS) continue;
      const release = lockFolder(folder);
      release?.();
      if (release) await rm(folder, { recursive: true, force: true });
    } catch {
      // It belongs to another user, or another backup has just removed it.
    }
  }
}

/**
 * Makes the folder in which a backup writes, with a lock that shows that the backup runs, and removes the folders of killed backups.
 * @param parent the folder of the archive
 */
export async function makeBackupFolder(parent: string) {
  await removeLeftovers(parent);
  const folder = await mkdtemp(join(parent, PREFIX));
  let release: (() => void) | null = null;
  async function remove() {
    release?.();
    await rm(folder, { recursive: true, force: true });
  }
  try {
    release = lockFolder(folder);
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, remove };
}
