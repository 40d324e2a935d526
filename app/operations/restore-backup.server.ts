import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import Database from 'better-sqlite3';
import { recordActIn, SHELL } from '#app/audit/append-row.server.ts';
import { keepFromIssuing } from '#app/certificates/scheduled/of-backup.server.ts';
import { env } from '#app/config/env.server.ts';
import { fileStore } from '#app/files/store/file-store.server.ts';
import { MASTER_KEY, markAsRestored } from '#app/log/log-key.server.ts';
import { AppError, invalid, isDiskFull } from '#app/shared/errors.server.ts';
import { makePrivateFolder, syncFolder } from '#db/files.ts';
import { lockDatabase, unlockDatabase } from '#db/lock.ts';
import { OtherVersionError, schemaVersions } from '#db/migrate.ts';
import {
  changedFiles,
  filesOfRows,
  type ManifestEntry,
  needsRow,
  pathOfUpload,
  storedFiles,
} from './archive.server.ts';
import { findDamage } from './check-records.server.ts';
import { openSealedKeys } from './sealed-keys.server.ts';
import { damaged, unpackBackup } from './unpack-backup.server.ts';

type Options = {
  passphrase?: string | undefined;
  /** The server had stopped before the backup was made, so nothing was signed after it. */
  isFinal?: boolean;
};

export type RestoreReport = {
  createdAt: string;
  uploads: number;
  keys: 'restored' | 'kept' | 'none';
  missing: string[];
  /** Uploads whose bytes had changed when the backup was made. */
  changed: string[];
};

const STAGED_PREFIX = 'restore-';

/** Files that are allowed in an otherwise empty folder. */
const HARMLESS = new Set(['.gitkeep', 'lost+found', 'tmp']);
const isEmpty = (folder: string) =>
  !existsSync(folder) || readdirSync(folder).every((name) => HARMLESS.has(name));

/** @throws AppError invalid when a target folder or file is not empty */
export function requireEmptyPlace(withKeys: boolean) {
  for (const suffix of ['', '-wal', '-journal']) {
    const file = `${env().DATABASE_FILE}${suffix}`;
    if (!existsSync(file)) continue;
    throw invalid(`DATABASE_FILE: ${file} exists. Move it away, or set another DATABASE_FILE.`);
  }
  const folders = { UPLOADS_DIR: env().UPLOADS_DIR, ...(withKeys ? { KEYS_DIR: env().KEYS_DIR } : {}) };
  for (const [name, folder] of Object.entries(folders)) {
    if (isEmpty(folder)) continue;
    throw invalid(`${name}: ${folder} is not empty. Move its files away, or set another ${name}.`);
  }
}

/** @throws AppError invalid */
export function requireBackup(file: string) {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw invalid(`There is no file ${file}.`);
}

/** @throws AppError invalid when the backup has no keys, or when the passphrase is wrong */
export function openKeys(keys: Buffer | undefined, passphrase: string) {
  if (!keys) throw invalid('The backup has no keys: it was made without --with-keys.');
  return openSealedKeys(keys, passphrase);
}

/** The schema's versions of an unpacked database. @throws AppError invalid when this version cannot open it */
function requireKnownSchema(database: Database.Database) {
  try {
    return schemaVersions(database);
  } catch (error) {
    if (!(error instanceof OtherVersionError)) throw error;
    throw invalid(
      'The backup is of a newer version of Certrace, or of 0.3 or older: restore it with that version.',
    );
  }
}

/**
 * Checks an unpacked database. Returns its schema's versions, the files of its rows, those that changed before the backup, and
 * whether it has a log.
 */
export function readDatabase(path: string, manifest: ManifestEntry[]) {
  const database = new Database(path, { fileMustExist: true });
  try {
    const damage = findDamage(database);
    if (damage !== null) throw damaged(`its database: ${damage}`);
    const schema = requireKnownSchema(database);
    const named = new Set([...filesOfRows(database)].flatMap(({ paths }) => paths));
    const hasLog = database.prepare('select 1 from logs limit 1').get() !== undefined;
    return { schema, named, hasLog, changed: changedFiles(database, manifest) };
  } finally {
    database.close();
  }
}

/** Records the restore in the audit trail of the restored database, and keeps what waits in it from being issued unless it is final. */
function recordRestore(path: string, createdAt: string, isFinal: boolean) {
  const database = new Database(path, { fileMustExist: true });
  try {
    if (!isFinal) keepFromIssuing(database);
    recordActIn(database, SHELL, 'backup.restored', { after: { createdAt } });
  } finally {
    database.close();
  }
}

/** `master.key`, `log.key`, and the key of a log that is about to begin. */
const IS_SIGNING_KEY = /\.key(?:\.next)?$/;

/**
 * Writes the keys after the mark, and the master key last. Without it the site signs nothing, so that an interrupted restore leaves
 * no keys that could continue the log without the mark.
 */
async function placeKeys(keys: Map<string, Buffer>, mark: boolean) {
  makePrivateFolder(env().KEYS_DIR);
  const [master, signing] = [keys.get(MASTER_KEY), [...keys].filter(([name]) => IS_SIGNING_KEY.test(name))];
  for (const [name, content] of keys) if (!IS_SIGNING_KEY.test(name)) await placeKey(name, content);
  if (mark) await markAsRestored();
  for (const [name, content] of signing) if (name !== MASTER_KEY) await placeKey(name, content);
  if (master) await placeKey(MASTER_KEY, master);
  await syncFolder(env().KEYS_DIR);
}

const placeKey = (name: string, content: Buffer) =>
  writeFile(join(env().KEYS_DIR, name), content, { mode: 0o600, flag: 'wx', flush: true });

async function placeUploads(staged: string, manifest: ManifestEntry[], named: Set<string>) {
  let uploads = 0;
  for (const { name } of manifest) {
    const path = pathOfUpload(name);
    if (path === null) continue;
    // Its row was deleted while the backup was made.
    if (needsRow(path) && !named.has(path)) await rm(join(staged, path));
    else uploads += 1;
  }
  if (env().s3) {
    for await (const path of filesIn(staged)) {
      await fileStore().place([{ from: join(staged, path), name: path }]);
    }
    return uploads;
  }
  for (const name of existsSync(staged) ? await readdir(staged) : []) {
    await rename(join(staged, name), join(env().UPLOADS_DIR, name));
  }
  await syncFolder(env().UPLOADS_DIR);
  return uploads;
}

async function* filesIn(folder: string) {
  for (const entry of existsSync(folder)
    ? await readdir(folder, { recursive: true, withFileTypes: true })
    : []) {
    if (entry.isFile()) yield relative(folder, join(entry.parentPath, entry.name));
  }
}

/** Files of rows that are not in the archive. With STORAGE=s3, looks for them in the bucket. */
export async function findMissing(named: Set<string>, manifest: ManifestEntry[]): Promise<string[]> {
  const present = new Set(manifest.map(({ name }) => pathOfUpload(name)));
  if (env().s3) for await (const { name } of storedFiles()) present.add(name);
  return [...named].filter((path) => !present.has(path));
}

/**
 * Restores a backup into empty folders. Moves the database into place last, so that an interrupted restore leaves none.
 * @throws AppError invalid when a folder is not empty or in use, or the backup is damaged; storage-full
 */
export async function restoreBackup(file: string, options: Options = {}): Promise<RestoreReport> {
  requireBackup(file);
  mkdirSync(dirname(env().DATABASE_FILE), { recursive: true, mode: 0o700 });
  if (!lockDatabase(env().DATABASE_FILE)) {
    throw invalid(
      `DATABASE_FILE: a server or another restore is running on ${env().DATABASE_FILE}. Stop it first.`,
    );
  }
  try {
    requireEmptyPlace(options.passphrase !== undefined);
    return await restoreIntoEmptyPlace(file, options);
  } finally {
    unlockDatabase();
  }
}

async function removeFolders(parent: string, prefix: string) {
  for (const name of await readdir(parent)) {
    if (name.startsWith(prefix)) await rm(join(parent, name), { recursive: true, force: true });
  }
}

async function restoreIntoEmptyPlace(file: string, options: Options): Promise<RestoreReport> {
  const { passphrase, isFinal = false } = options;
  const incoming = join(env().UPLOADS_DIR, 'tmp');
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  const besideDatabase = `${basename(env().DATABASE_FILE)}-${STAGED_PREFIX}`;
  // The lock on the database shows that no other restore uses these folders.
  await removeFolders(incoming, STAGED_PREFIX);
  await removeFolders(dirname(env().DATABASE_FILE), besideDatabase);
  const staged = await mkdtemp(join(incoming, STAGED_PREFIX));
  const folder = await mkdtemp(join(dirname(env().DATABASE_FILE), besideDatabase));
  try {
    const database = join(folder, 'database.sqlite');
    const { manifest, keys } = await unpackBackup(file, staged, database);
    const { named, hasLog, changed } = readDatabase(database, manifest.entries);
    const opened = passphrase === undefined ? undefined : openKeys(keys, passphrase);
    const missing = await findMissing(named, manifest.entries);
    const uploads = await placeUploads(staged, manifest.entries, named);
    if (opened) await placeKeys(opened, hasLog && !isFinal);
    recordRestore(database, manifest.createdAt, isFinal);
    await rename(database, env().DATABASE_FILE);
    await syncFolder(dirname(env().DATABASE_FILE));
    const kept = existsSync(join(env().KEYS_DIR, MASTER_KEY)) ? 'kept' : 'none';
    return { createdAt: manifest.createdAt, uploads, keys: opened ? 'restored' : kept, missing, changed };
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new AppError('storage-full', 'There is no space left to restore the backup.', { cause: error });
  } finally {
    await rm(staged, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
}
