import type Database from 'better-sqlite3';
import { filesOfMedia } from '#app/courses/media/files.server.ts';
import { fileStore } from '#app/shared/file-store/file-store.server.ts';
import { DRAWN } from '#app/shared/file-store/store.ts';

const PASSING = new Set([DRAWN]);

/** All lasting files: not those that are drawn again when they are needed. */
export const storedFiles = () => fileStore().list('', PASSING);

type Media = { id: string; kind: 'video' | 'thumbnail'; bytes: number };

/** The files that a database's rows stand for, with the size of all files of a row together. */
export function* filesOfRows(database: Database.Database) {
  const rows = database.prepare('select id, kind, bytes from media order by seq');
  for (const { id, kind, bytes } of rows.iterate() as IterableIterator<Media>) {
    yield { paths: filesOfMedia(id, kind), bytes };
  }
}

/** Whether a path is that of a file which must have a row. */
export const needsRow = (path: string) => /^(?:videos|thumbnails)\//.test(path);
