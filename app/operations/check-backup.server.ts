import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { env } from '#app/config/env.server.ts';
import { messageOf } from '#app/shared/errors.server.ts';
import { makeBackupFolder, pathOfUpload } from './archive.server.ts';
import {
  findMissing,
  openKeys,
  readDatabase,
  requireBackup,
  requireEmptyPlace,
} from './restore-backup.server.ts';
import { unpackBackup } from './unpack-backup.server.ts';

type Options = { passphrase?: string | undefined; signal?: AbortSignal };

export type BackupCheck = {
  createdAt: string;
  uploads: number;
  /** Size of the uploads. */
  bytes: number;
  keys: 'none' | 'sealed' | 'opened';
  /** The schema version of the database, and the one that the next start migrates it to. */
  schema: { from: string | null; to: string };
  missing: string[];
  changed: string[];
  /** Why a restore would refuse the configured place, or null. */
  refusal: string | null;
};

function placeRefusal(withKeys: boolean): string | null {
  try {
    requireEmptyPlace(withKeys);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** The folder, or the nearest one above it that exists. */
const existingFolder = (folder: string): string =>
  existsSync(folder) ? folder : existingFolder(dirname(folder));

/**
 * Checks a backup as a restore does, and restores nothing. Unpacks only the database, for as long as it takes to check it.
 * @throws AppError invalid when the backup is damaged or of a newer version, or the passphrase does not open its keys; storage-full;
 * the reason of `signal`
 */
export async function checkBackup(file: string, { passphrase, signal }: Options = {}): Promise<BackupCheck> {
  requireBackup(file);
  const { folder, remove } = await makeBackupFolder(existingFolder(dirname(resolve(env().DATABASE_FILE))));
  try {
    const database = join(folder, 'database.sqlite');
    const { manifest, keys } = await unpackBackup(file, null, database, signal);
    const { named, changed, schema } = readDatabase(database, manifest.entries);
    if (passphrase !== undefined) openKeys(keys, passphrase);
    const uploads = manifest.entries.filter(({ name }) => pathOfUpload(name) !== null);
    return {
      createdAt: manifest.createdAt,
      uploads: uploads.length,
      bytes: uploads.reduce((sum, { size }) => sum + size, 0),
      keys: keys ? (passphrase === undefined ? 'sealed' : 'opened') : 'none',
      schema,
      missing: await findMissing(named, manifest.entries),
      changed,
      refusal: placeRefusal(passphrase !== undefined),
    };
  } finally {
    await remove();
  }
}
