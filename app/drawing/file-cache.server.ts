import { env } from '#app/config/env.server.ts';
import { fileStore } from '#app/files/store/file-store.server.ts';
import {
  checkedBytes,
  DRAWN,
  DRAWN_CHECKED,
  type FileStore,
  isStorageUnavailable,
  type StoredFile,
  withChecksum,
} from '#app/files/store/store.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { type Client, patientFor } from '#app/shared/fair-queue.server.ts';
import { log } from '#app/shared/log.server.ts';
import { t } from '#messages';

const MEGABYTE = 1_048_576;

/** Sizes of cached files by name, least recently read first, and their sum. */
type Index = { sizes: Map<string, number>; bytes: number };
let index: Promise<Index> | undefined;
/** The store and folder that `index` belongs to. */
let indexed: { store: FileStore; folder: string } | undefined;

/** A file that is being made, and how many clients wait for it. */
type Making = { result: Promise<Uint8Array>; waiting: number; allLeft: AbortController };
const making = new Map<string, Making>();

const nameOf = (file: string) => `${DRAWN_CHECKED}/${file.slice(0, 2)}/${file}`;

/** Lists the files that earlier processes cached. */
async function readIndex(store: FileStore): Promise<Index> {
  const found: StoredFile[] = [];
  for await (const file of store.list(DRAWN)) found.push(file);
  found.sort((a, b) => a.modifiedAt - b.modifiedAt);
  const total = found.reduce((sum, { bytes }) => sum + bytes, 0);
  return { sizes: new Map(found.map(({ name, bytes }) => [name, bytes])), bytes: total };
}

function currentIndex(): Promise<Index> {
  const store = fileStore();
  if (!index || indexed?.store !== store || indexed.folder !== env().UPLOADS_DIR) {
    indexed = { store, folder: env().UPLOADS_DIR };
    index = readIndex(store);
    index.catch(() => {
      // Let the next call list them again.
      index = undefined;
    });
  }
  return index;
}

/** Returns null for the error of a storage that does not respond. The file is then drawn but not cached. */
function nullIfUnavailable(error: unknown): null {
  if (isStorageUnavailable(error)) return null;
  throw error;
}

function forget(cache: Index, name: string) {
  cache.bytes -= cache.sizes.get(name) ?? 0;
  cache.sizes.delete(name);
}

/** Marks a file as used and evicts the least recently used files until the cache fits into CERTIFICATE_CACHE_MB. */
async function markUsed(cache: Index, name: string, size: number) {
  forget(cache, name);
  cache.sizes.set(name, size);
  cache.bytes += size;
  // Each worker process knows only the files that it has used itself.
  const allowed = (env().CERTIFICATE_CACHE_MB * MEGABYTE) / env().WEB_CONCURRENCY;
  for (const oldest of cache.sizes.keys()) {
    if (cache.bytes <= allowed || oldest === name) break;
    forget(cache, oldest);
    await fileStore().remove([oldest]);
  }
}

async function store(cache: Index, name: string, bytes: Uint8Array) {
  const stored = withChecksum(bytes);
  await fileStore().write(name, stored);
  await markUsed(cache, name, stored.byteLength);
}

/** The cached bytes, or null if the file is not cached or was damaged. The result is null while the storage does not respond. */
async function readCached(name: string): Promise<{ cache: Index; bytes: Uint8Array | null } | null> {
  try {
    const cache = await currentIndex();
    const stored = await fileStore().read(name);
    const bytes = stored && checkedBytes(stored);
    if (stored && !bytes) log.error({ file: name }, 'a drawn file was damaged and is drawn again');
    if (stored && bytes) await markUsed(cache, name, stored.byteLength);
    return { cache, bytes };
  } catch (error) {
    return nullIfUnavailable(error);
  }
}

/** Starts to make a file, for the account that asks first. */
function startMaking(
  client: Client,
  cache: Index | null,
  name: string,
  make: (client: Client) => Promise<Uint8Array>,
): Making {
  const allLeft = new AbortController();
  const result = make({ account: client.account, signal: allLeft.signal }).then(async (bytes) => {
    if (cache) await store(cache, name, bytes).catch(nullIfUnavailable);
    return bytes;
  });
  return { result, waiting: 0, allLeft };
}

/**
 * Waits for a file. When all clients that wait for it have left, it is no longer made.
 * @throws AppError busy when it takes too long, for the client that has waited
 */
async function waitFor(name: string, made: Making, client: Client): Promise<Uint8Array> {
  const { signal } = patientFor(client);
  const tooLong = Promise.withResolvers<never>();
  const forget = () => {
    if (making.get(name) === made) making.delete(name);
  };
  const leave = () => {
    if (!client.signal?.aborted)
      tooLong.reject(new AppError('busy', t('render.tooManyAreBeingDrawn'), { retryAfterSeconds: 5 }));
    made.waiting -= 1;
    if (made.waiting > 0) return;
    forget();
    made.allLeft.abort();
  };
  made.waiting += 1;
  if (signal?.aborted) leave();
  else signal?.addEventListener('abort', leave);
  try {
    return await Promise.race([made.result, tooLong.promise]);
  } finally {
    signal?.removeEventListener('abort', leave);
    forget();
  }
}

/**
 * Returns a file from the cache. Makes it when it is missing; concurrent calls share one run, which ends when all of their
 * clients have left.
 * @param file its name in the cache, whose first two characters become its folder
 * @param make makes the file for the client that it gets
 * @throws AppError busy when it takes longer than 15 seconds; errors of `make`; Error of a full disk
 */
export async function cachedFile(
  client: Client,
  file: string,
  make: (client: Client) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const name = nameOf(file);
  const found = await readCached(name);
  if (found?.bytes) return found.bytes;
  const made = making.get(name) ?? startMaking(client, found?.cache ?? null, name, make);
  making.set(name, made);
  return waitFor(name, made, client);
}

/**
 * A file that may be in the cache. It is unavailable while the storage does not respond.
 * @param file as for `cachedFile`
 */
export async function keptFile(file: string): Promise<Uint8Array | 'missing' | 'unavailable'> {
  const found = await readCached(nameOf(file));
  return found ? (found.bytes ?? 'missing') : 'unavailable';
}

/**
 * Puts a file into the cache.
 * @param file as for `cachedFile`
 * @throws Error of a full disk, or of a storage that does not respond
 */
export const keepFile = async (file: string, bytes: Uint8Array): Promise<void> =>
  store(await currentIndex(), nameOf(file), bytes);

/** Characters of a stored ID. */
const ID_LENGTH = 16;

/**
 * Removes the drawn files of certificates from the cache, and all receipts, whose names do not say for which certificate they are.
 * They can be drawn again.
 * @param uniqueIds stored IDs, with which the names of the files begin
 */
export async function removeDrawn(uniqueIds: readonly string[]) {
  const sought = new Set(uniqueIds);
  const names: string[] = [];
  for await (const { name } of fileStore().list(DRAWN)) {
    const file = name.split('/').at(-1) ?? '';
    if (file.endsWith('-receipt.pdf') || sought.has(file.slice(0, ID_LENGTH))) names.push(name);
  }
  await fileStore().remove(names);
}
