import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { env } from '#app/env.server.ts';
import { AppError, isDiskFull } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';

const MEGABYTE = 1_048_576;
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Cached files by name, least recently read first, with their total size. */
type Index = { folder: string; sizes: Map<string, number>; bytes: number };
let index: Promise<Index> | undefined;
let indexedFolder: string | undefined;
const making = new Map<string, Promise<Uint8Array>>();

const pathOf = (folder: string, name: string) => join(folder, name.slice(0, 2), name);

/** Lists the files of earlier processes once and deletes partial files that a crash left. */
async function readIndex(folder: string): Promise<Index> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const found: { name: string; size: number; usedAt: number }[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if (entry.name.endsWith('.tmp')) await rm(path, { force: true });
    else {
      const { size, mtimeMs } = await stat(path);
      found.push({ name: entry.name, size, usedAt: mtimeMs });
    }
  }
  found.sort((a, b) => a.usedAt - b.usedAt);
  const bytes = found.reduce((sum, { size }) => sum + size, 0);
  return { folder, sizes: new Map(found.map(({ name, size }) => [name, size])), bytes };
}

function currentIndex(): Promise<Index> {
  const folder = join(env.UPLOADS_DIR, 'certificates');
  if (!index || indexedFolder !== folder) {
    indexedFolder = folder;
    index = readIndex(folder);
  }
  return index;
}

function forget(cache: Index, name: string) {
  cache.bytes -= cache.sizes.get(name) ?? 0;
  cache.sizes.delete(name);
}

/** Marks a file as used and evicts the least recently used files until the cache fits into CERTIFICATE_CACHE_MB. */
async function use(cache: Index, name: string, size: number) {
  forget(cache, name);
  cache.sizes.set(name, size);
  cache.bytes += size;
  for (const oldest of cache.sizes.keys()) {
    if (cache.bytes <= env.CERTIFICATE_CACHE_MB * MEGABYTE || oldest === name) break;
    forget(cache, oldest);
    await rm(pathOf(cache.folder, oldest), { force: true });
  }
}

/** Writes a file atomically: readers never see a part of it, and a full disk leaves nothing behind. */
async function writeWhole(path: string, bytes: Uint8Array) {
  const temporary = `${path}.${newId()}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, bytes, { flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    if (!isDiskFull(error)) throw error;
    throw new AppError('storage-full', 'The server has no space left. Please try again later.', {
      cause: error,
    });
  }
}

/**
 * A rendered file from the cache on disk; renders it when it is missing. Concurrent calls render it once.
 * @param name our own name of the file; its first two characters become its folder
 * @throws AppError storage-full, and whatever `make` throws
 */
export async function cachedFile(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const cache = await currentIndex();
  const path = pathOf(cache.folder, name);
  try {
    const bytes = await readFile(path);
    await use(cache, name, bytes.byteLength);
    return bytes;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const running = making.get(path) ?? makeFile(cache, path, name, make);
  return running;
}

function makeFile(cache: Index, path: string, name: string, make: () => Promise<Uint8Array>) {
  const running = (async () => {
    const bytes = await make();
    await writeWhole(path, bytes);
    await use(cache, name, bytes.byteLength);
    return bytes;
  })().finally(() => making.delete(path));
  making.set(path, running);
  return running;
}
