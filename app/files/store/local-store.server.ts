import { createReadStream } from 'node:fs';
import {
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { env } from '#app/config/env.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { syncFolder } from '#db/files.ts';
import type { FileStore, StoredFile } from './store.server.ts';

/** A viewer who pauses holds about three of these. */
const CHUNK_BYTES = 65_536;
const PIECE_BYTES = 1_048_576;
/** Folder in UPLOADS_DIR for incoming files. The server empties it at start. */
export const INCOMING = 'tmp';

const pathOf = (name: string) => join(env().UPLOADS_DIR, name);
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Returns `fallback` for the error that a file or folder does not exist. */
function orMissing<Fallback>(fallback: Fallback) {
  return (error: unknown): Fallback => {
    if (isMissing(error)) return fallback;
    throw error;
  };
}

async function* filesIn(folder: string): AsyncGenerator<StoredFile> {
  // Folders and files may be removed while others are listed.
  const entries = await readdir(pathOf(folder), { withFileTypes: true }).catch(orMissing([]));
  for (const entry of entries) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.name.startsWith('.') || name === INCOMING) continue;
    if (entry.isDirectory()) yield* filesIn(name);
    else if (entry.isFile()) {
      const found = await stat(pathOf(name)).catch(orMissing(null));
      if (found) yield { name, bytes: found.size, modifiedAt: found.mtimeMs };
    }
  }
}

/** Files in UPLOADS_DIR. */
export const localStore: FileStore = {
  async place(files) {
    const paths = files.map(({ from, name }) => ({ from, to: pathOf(name) }));
    for (const { from, to } of paths) {
      await mkdir(dirname(to), { recursive: true });
      await rename(from, to);
    }
    for (const folder of new Set(paths.map(({ to }) => dirname(to)))) await syncFolder(folder);
  },

  async write(name, bytes) {
    const path = pathOf(name);
    const temporary = pathOf(`${INCOMING}/${newId()}.part`);
    try {
      await mkdir(dirname(temporary), { recursive: true });
      await mkdir(dirname(path), { recursive: true });
      await writeFile(temporary, bytes, { flush: true });
      await rename(temporary, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  },

  async size(name) {
    const found = await stat(pathOf(name)).catch(orMissing(null));
    return found?.isFile() ? found.size : null;
  },

  read: (name) => readFile(pathOf(name)).catch(orMissing(null)),

  async stream(name, { start, end }) {
    // The stream closes its descriptor at the end, and when its reader cancels.
    const stream = createReadStream(pathOf(name), { start, end, highWaterMark: CHUNK_BYTES });
    return Readable.toWeb(stream, { strategy: { highWaterMark: 0 } }) as ReadableStream<Uint8Array>;
  },

  async *pieces(name) {
    const file = await open(pathOf(name)).catch(orMissing(null));
    if (!file) throw notFound();
    try {
      // One buffer for all pieces, because JavaScript frees unused buffers late.
      const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES);
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  },

  async copyTo(path, name) {
    try {
      // A second name costs nothing. Some file systems have none.
      await link(pathOf(name), path).catch(() => copyFile(pathOf(name), path));
    } catch (error) {
      throw isMissing(error) ? notFound() : error;
    }
  },

  url: async () => null,

  async remove(names) {
    const failures: unknown[] = [];
    for (const name of names) {
      await rm(pathOf(name), { force: true }).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  },

  list: filesIn,
};
