import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { filesOfMedia, type MediaKind } from '#app/files/media/files.server.ts';
import { fileStore } from '#app/files/store/file-store.server.ts';
import type { StoredFile } from '#app/files/store/store.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { lockBackup } from '#db/lock.ts';

// A backup is one tar archive: the files of UPLOADS_DIR, then a database snapshot taken after they were read, optionally the
// keys, and last the manifest with the size and hash of each. A truncated archive has no manifest.

export const DATABASE_ENTRY = 'database.sqlite';
export const KEYS_ENTRY = 'keys.sealed';
export const MANIFEST_ENTRY = 'manifest.json';
const UPLOADS_PREFIX = 'uploads/';

export const MANIFEST_MAX_BYTES = 512 * 1_048_576;
export const KEYS_MAX_BYTES = 16 * 1_048_576;

const FORMAT = 'certrace-backup-1';

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  entries: z.array(
    z.object({
      name: z.string().max(1_000),
      size: z.int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

export type ManifestEntry = z.infer<typeof manifestSchema>['entries'][number];

export const uploadEntry = (path: string) => `${UPLOADS_PREFIX}${path}`;

/** Names without empty, hidden or parent parts. */
const UPLOAD = /^uploads\/((?:\w[\w.-]{0,199}\/){0,8}\w[\w.-]{0,199})$/;

/** The path below UPLOADS_DIR to restore an entry to. Null when it is not an upload. */
export const pathOfUpload = (name: string): string | null => UPLOAD.exec(name)?.[1] ?? null;

export const formatManifest = (createdAt: Date, entries: ManifestEntry[]) =>
  Buffer.from(`${JSON.stringify({ format: FORMAT, createdAt: createdAt.toISOString(), entries })}\n`);

/** A manifest, or null when it is damaged or of another format. */
export function parseManifest(bytes: Buffer) {
  try {
    return manifestSchema.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

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

const FOLDERS = ['videos', 'thumbnails', 'files'];

/**
 * The stored files of rows. Not all files below UPLOADS_DIR: an operator may keep the database, the keys or the backups there, which
 * must not get into a backup as uploads.
 */
export async function* storedFiles(): AsyncGenerator<StoredFile> {
  for (const folder of FOLDERS) yield* fileStore().list(folder);
}

type Media = { id: string; kind: MediaKind; bytes: number };

/** The files of a database's rows. `id` is the row's, `bytes` the sum for its files. */
export function* filesOfRows(database: Database.Database) {
  const rows = database.prepare<[], Media>('select id, kind, bytes from media order by seq');
  for (const { id, kind, bytes } of rows.iterate()) {
    yield { id, paths: filesOfMedia(id, kind), bytes };
  }
}

export type RecordedFile = { bytes: number; sha256: string };

/** The recorded size and SHA-256 of uploads by name. */
export function recordedFiles(database: Database.Database): Map<string, RecordedFile> {
  const rows = database.prepare<[], RecordedFile & { name: string }>(
    'select name, bytes, sha256 from media_files',
  );
  return new Map(rows.all().map(({ name, ...file }) => [name, file]));
}

/** Uploads in an archive whose bytes are not those that arrived. */
export function changedFiles(database: Database.Database, entries: Iterable<ManifestEntry>): string[] {
  const recorded = recordedFiles(database);
  return [...entries].flatMap(({ name, sha256 }) => {
    const path = pathOfUpload(name);
    const expected = path === null ? undefined : recorded.get(path)?.sha256;
    return path !== null && expected !== undefined && expected !== sha256 ? [path] : [];
  });
}

/** Whether a file at this path must have a row. */
export const needsRow = (path: string) => FOLDERS.includes(path.slice(0, path.indexOf('/')));

/**
 * Reads a stored file.
 * @param bytes its size
 * @param onBytes called with the size of each piece
 * @returns its SHA-256 in hex, or null if the file does not exist
 */
export async function hashFile(name: string, bytes: number, onBytes?: (bytes: number) => void) {
  const hash = createHash('sha256');
  try {
    for await (const piece of fileStore().pieces(name, bytes)) {
      hash.update(piece);
      onBytes?.(piece.byteLength);
    }
    return hash.digest('hex');
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return null;
    throw error;
  }
}
