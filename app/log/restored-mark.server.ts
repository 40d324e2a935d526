import { existsSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from '#app/env.server.ts';
import { syncFolder } from '#db/files.ts';

// A file in KEYS_DIR that marks database and keys as restored from one backup. The site then cannot know what was signed after
// the backup, and continuing the log could fork it.

const path = () => join(env.KEYS_DIR, 'restored');

export async function markAsRestored() {
  await writeFile(path(), '', { mode: 0o600, flush: true });
  await syncFolder(env.KEYS_DIR);
}

export const isMarkedAsRestored = () => existsSync(path());

export const removeRestoredMark = () => rmSync(path(), { force: true });
