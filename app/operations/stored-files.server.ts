import type Database from 'better-sqlite3';
import { filesOfMedia } from '#app/courses/media/files.server.ts';
import { fileStore } from '#app/shared/file-store/file-store.server.ts';
import type { StoredFile } from '#app/shared/file-store/store.ts';

const FOLDERS = ['videos', 'thumbnails'];

/**
 * The stored files of rows. Not all files below UPLOADS_DIR: an operator may keep the database, the keys or the backups there, which
 * must not get into a backup as uploads.
 */
export async function* storedFiles(): AsyncGenerator<StoredFile> {
  for (const folder of FOLDERS) yield* fileStore().list(folder);
}

type Media = { id: string; kind: 'video' | 'thumbnail'; bytes: number };

/** The files of a database's rows. `bytes` is the sum for a row's files. */
export function* filesOfRows(database: Database.Database) {
  const rows = database.prepare('select id, kind, bytes from media order by seq');
  for (const { id, kind, bytes } of rows.iterate() as IterableIterator<Media>) {
    yield { paths: filesOfMedia(id, kind), bytes };
  }
}

/** Whether a file at this path must have a row. */
export const needsRow = (path: string) => FOLDERS.includes(path.slice(0, path.indexOf('/')));
