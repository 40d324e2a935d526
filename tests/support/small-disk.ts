import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Mounts a small file system, which needs root. Without root, `mounted` is false and the folder an ordinary one.
 * @param files how many files and folders it has room for
 */
export function smallDisk(megabytes: number, files = 10_000) {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-tmpfs-'));
  const options = `size=${megabytes}m,nr_inodes=${files},mode=700`;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'certrace-test', folder]).status === 0;
  const filler = join(folder, 'filler');
  return {
    folder,
    mounted,
    /** Fills the remaining space. */
    fill() {
      const file = openSync(filler, 'a');
      for (const size of [1_048_576, 4_096, 1]) {
        const block = Buffer.alloc(size, 'x');
        try {
          for (;;) if (writeSync(file, block) < size) break;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
      closeSync(file);
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      if (mounted) spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
