import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { decodeBundle, TILE_WIDTH, type Tile, tilePath, widthInTree } from './tiles.ts';

/** Reads a file of a log by its path below the log's URL, such as `checkpoint` or `tile/0/000`. */
export type ReadLogFile = (path: string) => Promise<Uint8Array>;

const TIMEOUT_MS = 30_000;
const MAX_TRIES = 5;
const MAX_WAIT_SECONDS = 60;
/** A bundle of 256 entries of the maximum length. */
const MAX_FILE_BYTES = TILE_WIDTH * 65_537;
const IS_BUSY = new Set([429, 503]);

/** The body of a response, or null if it has more than `most` bytes. */
export async function readBounded(response: Response, most: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function fetchFile(address: string): Promise<Uint8Array> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) {
      const bytes = await readBounded(response, MAX_FILE_BYTES);
      if (!bytes) throw new Error(`${address} is too long for a file of a log.`);
      return bytes;
    }
    await response.body?.cancel();
    if (!IS_BUSY.has(response.status) || tries === MAX_TRIES) {
      throw new Error(`${address} answered ${response.status}.`);
    }
    const seconds = Number(response.headers.get('Retry-After')) || 1;
    await wait(Math.min(seconds, MAX_WAIT_SECONDS) * 1_000);
  }
}

/**
 * Reads a log, or a mirror of one.
 * @param from URL or folder
 * @returns a function that rejects with an Error when a file cannot be read
 */
export function logReader(from: string): ReadLogFile {
  if (!/^https?:/.test(from)) return (path) => readFile(join(from, path));
  const base = from.replace(/\/+$/, '');
  return (path) => fetchFile(`${base}/${path}`);
}

/** The tiles of a level in a tree of `size` leaves, in order. The last one may be partial. */
export function tilesOf(level: Tile['level'], size: number): Tile[] {
  const tiles: Tile[] = [];
  for (let index = 0; ; index += 1) {
    const width = widthInTree({ level, index }, size);
    if (width === 0) return tiles;
    tiles.push({ level, index, width });
  }
}

const AT_ONCE = 8;

/** Reads tiles in order, several in parallel. */
export async function* readTiles(read: ReadLogFile, tiles: Tile[]) {
  for (let done = 0; done < tiles.length; done += AT_ONCE) {
    const some = tiles.slice(done, done + AT_ONCE);
    yield* await Promise.all(some.map(async (tile) => ({ tile, bytes: await read(tilePath(tile)) })));
  }
}

/**
 * Reads the first `size` entries of a log.
 * @throws Error when a bundle cannot be read, is malformed, or has another number of entries than its name says
 */
export async function readEntries(read: ReadLogFile, size: number): Promise<Uint8Array[]> {
  const entries: Uint8Array[] = [];
  for await (const { tile, bytes } of readTiles(read, tilesOf('entries', size))) {
    const bundle = decodeBundle(bytes);
    if (bundle?.length !== tile.width)
      throw new Error(`${tilePath(tile)} does not have the expected number of entries.`);
    entries.push(...bundle);
  }
  return entries;
}
