import type Database from 'better-sqlite3';
import { filesOfMedia } from '#app/courses/media/files.server.ts';
import { fileStore } from '#app/shared/file-store/file-store.server.ts';
import { DRAWN } from '#app/shared/file-store/store.ts';

const PASSING = new Set([DRAWN]);

/** All stored files, except drawn ones, which can be drawn again. */
export const storedFiles = () => fileStore().list('', PASSING);

type Media = { id: string; kind: 'video' | 'thumbnail'; bytes: number };

/** The files of a database's rows. `bytes` is the sum for a row's files. */
export function* filesOfRows(database: Database.Database) {
  const rows = database.prepare('select id, kind, bytes from media order by seq');
  for (const { id, kind, bytes } of rows.iterate() as IterableIterator<Media>) {
    yield { paths: filesOfMedia(id, kind), bytes };
  }
}

/** Whether a file at this path must have a row. */
export const needsRow = (path: string) => /^(?:videos|thumbnails)\//.test(path);
