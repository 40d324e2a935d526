import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { type Pack, pack as startPack } from 'tar-stream';
import { type Facts, recordActIn, SHELL, type Who } from '#app/audit/append-row.server.ts';
import { env } from '#app/config/env.server.ts';
import { AppError, invalid, isDiskFull } from '#app/shared/errors.server.ts';
import { syncFolder } from '#db/files.ts';
import { lockBackup } from '#db/lock.ts';
import {
  changedFiles,
  DATABASE_ENTRY,
  filesOfRows,
  formatManifest,
  KEYS_ENTRY,
  MANIFEST_ENTRY,
  type ManifestEntry,
  makeBackupFolder,
  storedFiles,
  uploadEntry,
} from './archive.server.ts';
import { findDamage } from './check-records.server.ts';
import { sealKeys } from './sealed-keys.server.ts';

const ALL_PAGES = 0x7fffffff;
/** A file may be stored and deleted while the database is copied. The next copy then lacks its row. */
const MOST_COPIES = 5;
const WAIT_MS = 250;

export type BackupReport = {
  file: string;
  bytes: number;
  uploads: number;
  missing: string[];
  /** Uploads whose bytes are not those that arrived. */
  changed: string[];
  /** The bucket that has the uploads; null when they are in the archive. */
  bucket: string | null;
  /** Whether it has a row in the audit trail. */
  isRecorded: boolean;
};

type Options = {
  /** Who makes it: a command of the shell, or the schedule. */
  who?: Who;
  signal?: AbortSignal;
  /** Called once when another backup of this database is running. */
  onWait?: () => void;
};

/** Adds entries to an archive, one after the other, and collects their hashes. */
function archiveWriter(pack: Pack, signal: AbortSignal) {
  const entries = new Map<string, ManifestEntry>();
  async function write(name: string, size: number, content: AsyncIterable<Buffer> | Buffer[]) {
    const hash = createHash('sha256');
    const entry = pack.entry({ name, size, mode: 0o600 });
    // Without a listener, an error that ends the archive would end the process.
    entry.on('error', () => undefined);
    let written = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      written += chunk.length;
      signal.throwIfAborted();
      if (!entry.write(chunk)) await once(entry, 'drain', { signal });
    }
    if (written !== size) throw new Error(`${name} changed while it was read`);
    entry.end(null);
    entries.set(name, { name, size, sha256: hash.digest('hex') });
  }
  return {
    entries,
    writeBytes: (name: string, bytes: Buffer) => write(name, bytes.length, [bytes]),
    async writeFile(name: string, path: string): Promise<boolean> {
      if (entries.has(name)) return true;
      const file = await open(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (!file) return false;
      try {
        const { size } = await file.stat();
        // `end` is inclusive, so a stream cannot read zero bytes.
        const content = size === 0 ? [] : file.createReadStream({ end: size - 1, autoClose: false });
        await write(name, size, content);
      } finally {
        await file.close();
      }
      return true;
    },
  };
}

export type Writer = ReturnType<typeof archiveWriter>;

/** Copies the database in one read transaction, which does not block writers, and checks the copy. */
async function copyDatabase(to: string) {
  await rm(to, { force: true });
  const live = new Database(env().DATABASE_FILE, { fileMustExist: true });
  try {
    await live.backup(to, { progress: () => ALL_PAGES });
  } finally {
    live.close();
  }
}

type Damage = { missing: string[]; changed: string[] };

/** Adds files that were stored for the copy's rows meanwhile. Returns those that do not exist. */
async function addFilesOfRows(copy: Database.Database, writer: Writer): Promise<string[]> {
  if (env().s3) return [];
  const missing: string[] = [];
  for (const { paths } of filesOfRows(copy)) {
    for (const path of paths) {
      if (!(await writer.writeFile(uploadEntry(path), join(env().UPLOADS_DIR, path)))) missing.push(path);
    }
  }
  return missing;
}

/** Copies the database until the archive has every file of its rows, or some are missing permanently. */
async function addDatabase(writer: Writer, path: string): Promise<Damage> {
  let missing: string[] = [];
  let changed: string[] = [];
  for (let copies = 0; copies < MOST_COPIES; copies += 1) {
    await copyDatabase(path);
    const copy = new Database(path, { fileMustExist: true });
    try {
      const damage = findDamage(copy);
      if (damage !== null) throw invalid(`The database is damaged: ${damage}`);
      const before = missing.join();
      missing = await addFilesOfRows(copy, writer);
      changed = changedFiles(copy, writer.entries.values());
      if (missing.length === 0 || missing.join() === before) break;
    } finally {
      copy.close();
    }
  }
  await writer.writeFile(DATABASE_ENTRY, path);
  return { missing, changed };
}

async function addEverything(writer: Writer, copy: string, passphrase: string | undefined) {
  // The database is copied after the files, so that the archive has the file of every row in the copy. Files in a bucket stay
  // there.
  if (!env().s3) {
    for await (const { name } of storedFiles()) {
      await writer.writeFile(uploadEntry(name), join(env().UPLOADS_DIR, name));
    }
  }
  const damage = await addDatabase(writer, copy);
  if (passphrase !== undefined) await writer.writeBytes(KEYS_ENTRY, sealKeys(env().KEYS_DIR, passphrase));
  await writer.writeBytes(MANIFEST_ENTRY, formatManifest(new Date(), [...writer.entries.values()]));
  return damage;
}

/**
 * Records the backup in the site's audit trail, before it is made, so that none is without a row and the copy has it.
 * @returns false on a full disk, which must not keep anybody from a backup to another one
 */
export function recordBackup(who: Who, act: 'backup.written' | 'backup.erased', after: Facts): boolean {
  const database = new Database(env().DATABASE_FILE, { fileMustExist: true });
  try {
    database.pragma('synchronous = full');
    recordActIn(database, who, act, { after });
    return true;
  } catch (error) {
    if (isDiskFull(error)) return false;
    throw error;
  } finally {
    database.close();
  }
}

/** Waits until no other process backs up this database, and locks out others. Returns a function that releases the lock. */
async function waitForTurn({ signal, onWait }: Options): Promise<() => void> {
  for (let tries = 0; ; tries += 1) {
    signal?.throwIfAborted();
    const release = lockBackup(env().DATABASE_FILE);
    if (release) return release;
    if (tries === 0) onWait?.();
    await delay(WAIT_MS);
  }
}

/**
 * Writes an archive in a folder beside its target, and moves it there, in the place of an older one.
 * @param fill adds the entries; the folder is for its own files
 */
export async function writeArchive<Result extends object>(
  target: string,
  fill: (writer: Writer, folder: string) => Promise<Result>,
  signal?: AbortSignal,
) {
  const { folder, remove } = await makeBackupFolder(dirname(target));
  try {
    const partial = join(folder, basename(target));
    const pack = startPack({});
    const failure = new AbortController();
    const output = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
    const written = pipeline(pack, output).catch((error: unknown) => {
      failure.abort(error);
      throw error;
    });
    const writer = archiveWriter(pack, AbortSignal.any([failure.signal, ...(signal ? [signal] : [])]));
    const filled = fill(writer, folder).then(
      (result) => {
        pack.finalize();
        return result;
      },
      (error: unknown) => {
        pack.destroy(error instanceof Error ? error : new Error(String(error)));
        throw error;
      },
    );
    const [ended, write] = await Promise.allSettled([filled, written]);
    if (ended.status === 'rejected' || write.status === 'rejected') throw failure.signal.reason;
    await rename(partial, target);
    await syncFolder(dirname(target));
    const uploads = [...writer.entries.keys()].filter((name) => name.startsWith(uploadEntry(''))).length;
    return { file: target, bytes: output.bytesWritten, uploads, ...ended.value };
  } finally {
    await remove();
  }
}

/**
 * Writes a backup of the database and the uploads into one archive, beside a running server. With STORAGE=s3 it excludes the
 * uploads. The archive gets its name once it is complete and on disk. Only one backup of a database runs at a time.
 * @param passphrase encrypts the keys; without it the archive has no keys
 * @throws AppError invalid when the file exists or the database is damaged, storage-full; the reason of `signal`
 */
export async function writeBackup(
  file: string,
  passphrase?: string,
  options: Options = {},
): Promise<BackupReport> {
  const target = resolve(file);
  if (existsSync(target)) throw invalid(`${file} already exists.`);
  if (!existsSync(env().DATABASE_FILE)) {
    throw invalid(`DATABASE_FILE: there is no ${env().DATABASE_FILE}.`);
  }
  const release = await waitForTurn(options);
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const isRecorded = recordBackup(options.who ?? SHELL, 'backup.written', {
      withKeys: passphrase !== undefined,
    });
    const written = await writeArchive(
      target,
      (writer, folder) => addEverything(writer, join(folder, DATABASE_ENTRY), passphrase),
      options.signal,
    );
    return { ...written, bucket: env().s3?.bucket ?? null, isRecorded };
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new AppError('storage-full', `There is no space left for ${file}.`, { cause: error });
  } finally {
    release();
  }
}
