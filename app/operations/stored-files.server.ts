import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { filesOfMedia } from '#app/courses/media/files.server.ts';

/** Folders of UPLOADS_DIR that hold nothing lasting: incoming files, and drawings that are made again when needed. */
const PASSING = new Set(['tmp', 'certificates']);

async function* filesIn(folder: string, prefix: string): AsyncGenerator<string> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch((error) => {
    // A folder may be removed while others are read.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries) {
    const path = `${prefix}${entry.name}`;
    if (entry.name.startsWith('.') || (prefix === '' && PASSING.has(entry.name))) continue;
    if (entry.isDirectory()) yield* filesIn(folder, `${path}/`);
    else if (entry.isFile()) yield path;
  }
}

/** Paths of all lasting files in an uploads folder, relative to it. */
export const storedFiles = (folder: string) => filesIn(folder, '');

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
