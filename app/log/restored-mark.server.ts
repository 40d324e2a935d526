import { existsSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from '#app/config/env.server.ts';
import { syncFolder } from '#db/files.ts';

// A restore creates this file in KEYS_DIR when the database and the keys come from the same backup. The site then does not know
// which entries it signed after the backup. If it continued the log, the log could fork.

const path = () => join(env().KEYS_DIR, 'restored');

export async function markAsRestored() {
  await writeFile(path(), '', { mode: 0o600, flush: true });
  await syncFolder(env().KEYS_DIR);
}

export const isMarkedAsRestored = () => existsSync(path());

export const removeRestoredMark = () => rmSync(path(), { force: true });
