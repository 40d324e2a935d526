import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';
import { filesOfMedia, type MediaKind } from '#app/files/media/files.server.ts';
import { fileStore } from '#app/files/store/file-store.server.ts';
import type { StoredFile } from '#app/files/store/store.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { type ManifestEntry, pathOfUpload } from './archive.server.ts';

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
