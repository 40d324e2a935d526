/**
 * Audits a transparency log (C2SP tlog-tiles) and keeps a mirror of it:
 *
 *     npm run log:audit -- LOG --mirror FOLDER --key VKEY
 *
 * LOG is a log's URL, such as https://certs.example.org/log, or a folder. The first audit copies the log. Each later one
 * checks that every entry of the last audit still stands where it stood. Every audit checks every tile against the signed
 * checkpoint. The mirror keeps the last checkpoint that passed. Run it from cron, on a machine that is not the log's.
 *
 * Exits 0 when the log is consistent, 1 when it is not, 2 when that could not be found out.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Checkpoint,
  encodeBundle,
  type Hash,
  hashLeaf,
  hashNode,
  logReader,
  openCheckpoint,
  parseVerifierKey,
  type ReadLogFile,
  type ReadNode,
  readEntries,
  readTiles,
  rootHash,
  TILE_WIDTH,
  type Tile,
  tilePath,
  tilesOf,
  type VerifierKey,
} from '@certrace/verify';

const TILE_HEIGHT = 8;
const HASH_BYTES = 32;
const MAX_TILE_LEVEL = 6;

/** The log contradicts its checkpoint or an earlier audit. */
export class InconsistentLog extends Error {}

type Tree = { checkpoint: Checkpoint; note: string; entries: Uint8Array[] };

const same = (one: Uint8Array | undefined, other: Uint8Array | undefined) =>
  one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;

/** Hashes of a tree by tile level: level 0 has the leaves, level 1 the roots of 256 leaves each, and so on. */
function hashesOf(entries: Uint8Array[]): { levels: Hash[][]; read: ReadNode } {
  const levels = [entries.map(hashLeaf)];
  const read: ReadNode = (level, index) => {
    const known = level % TILE_HEIGHT === 0 ? levels[level / TILE_HEIGHT]?.[index] : undefined;
    return known ?? hashNode(read(level - 1, index * 2), read(level - 1, index * 2 + 1));
  };
  for (let last = levels[0] ?? []; last.length >= TILE_WIDTH; last = levels.at(-1) ?? []) {
    const level = levels.length * TILE_HEIGHT;
    const length = Math.floor(last.length / TILE_WIDTH);
    levels.push(Array.from({ length }, (_, index) => read(level, index)));
  }
  return { levels, read };
}

/** Describes the first entry of the last audit that is no longer at its place. Null if there is none. */
function firstDifference(before: Uint8Array[], now: Uint8Array[]): string | null {
  const at = before.findIndex((entry, index) => !same(entry, now[index]));
  if (at === -1) return null;
  if (at >= now.length) {
    return `Entry ${at} was removed: the log has ${now.length} entries and had ${before.length}.`;
  }
  const moved = now.findIndex((entry) => same(entry, before[at]));
  if (moved !== -1) return `Entries were reordered from entry ${at} on: it is now entry ${moved}.`;
  const isNextInItsPlace = at + 1 < before.length && same(now[at], before[at + 1]);
  return isNextInItsPlace
    ? `Entry ${at} was removed: the next entry is in its place.`
    : `Entry ${at} was changed.`;
}

/** @throws InconsistentLog naming the first tile that does not match the tree, and the first entry below it */
async function checkTiles(
  read: ReadLogFile,
  levels: Hash[][],
  size: number,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (let level = 0; level < MAX_TILE_LEVEL; level += 1) {
    for await (const { tile, bytes } of readTiles(read, tilesOf(level, size))) {
      const start = tile.index * TILE_WIDTH;
      const expected = (levels[level] ?? []).slice(start, start + tile.width);
      if (!same(bytes, Buffer.concat(expected))) {
        const wrong = expected.findIndex(
          (hash, place) => !same(hash, bytes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES)),
        );
        const entry = (start + Math.max(wrong, 0)) * TILE_WIDTH ** level;
        throw new InconsistentLog(
          `${tilePath(tile)} does not match the log's entries from entry ${entry} on.`,
        );
      }
      files.set(tilePath(tile), bytes);
    }
  }
  return files;
}

/** Fetches the log up to its checkpoint. @throws InconsistentLog when the log did not sign the checkpoint */
async function fetchTree(read: ReadLogFile, key: VerifierKey): Promise<Tree> {
  const note = Buffer.from(await read('checkpoint')).toString('utf8');
  const checkpoint = openCheckpoint(note, key);
  if (!checkpoint) throw new InconsistentLog('The checkpoint is not signed with the key of the log.');
  return { checkpoint, note, entries: await readEntries(read, checkpoint.size) };
}

/** The tree of the last audit. Null before the first. @throws Error when the mirror is damaged */
async function readMirror(mirror: string, key: VerifierKey): Promise<Tree | null> {
  if (!existsSync(join(mirror, 'checkpoint'))) return null;
  const tree = await fetchTree(logReader(mirror), key).catch(() => null);
  const root = tree && rootHash(tree.checkpoint.size, hashesOf(tree.entries).read);
  if (!tree || !root || !same(root, tree.checkpoint.root))
    throw new Error(`The mirror ${mirror} is damaged.`);
  return tree;
}

function writeMirror(
  mirror: string,
  { checkpoint, note, entries }: Tree,
  tiles: Map<string, Uint8Array>,
  last: Tree | null,
) {
  const files = new Map(tiles);
  for (const tile of tilesOf('entries', checkpoint.size)) {
    const start = tile.index * TILE_WIDTH;
    files.set(tilePath(tile), encodeBundle(entries.slice(start, start + tile.width)));
  }
  for (const [path, bytes] of files) {
    const file = join(mirror, path);
    if (existsSync(file)) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, bytes);
    renameSync(`${file}.new`, file);
  }
  // The checkpoint is written last, so that an interrupted audit keeps the previous one.
  writeFileSync(join(mirror, 'checkpoint.new'), note);
  renameSync(join(mirror, 'checkpoint.new'), join(mirror, 'checkpoint'));
  const levels: Tile['level'][] = ['entries', ...Array.from({ length: MAX_TILE_LEVEL }, (_, level) => level)];
  for (const tile of levels.flatMap((level) => tilesOf(level, last?.checkpoint.size ?? 0))) {
    if (!files.has(tilePath(tile))) rmSync(join(mirror, tilePath(tile)), { force: true });
  }
}

/**
 * Audits a log once and updates the mirror if the log is consistent.
 * @param mirror a folder, which is created if necessary
 * @returns the log's size now and at the last audit
 * @throws InconsistentLog naming the entry that was removed, changed or reordered; Error when the log cannot be read
 */
export async function auditLog(
  read: ReadLogFile,
  mirror: string,
  key: VerifierKey,
): Promise<{ size: number; before: number }> {
  const last = await readMirror(mirror, key);
  const tree = await fetchTree(read, key);
  const difference = firstDifference(last?.entries ?? [], tree.entries);
  if (last && difference) {
    // Two signed checkpoints that no single tree can have prove to everyone that the log forked.
    writeFileSync(join(mirror, 'contradiction.txt'), `${last.note}\n${tree.note}`);
    throw new InconsistentLog(difference);
  }
  const { levels, read: readNode } = hashesOf(tree.entries);
  const tiles = await checkTiles(read, levels, tree.checkpoint.size);
  if (!same(rootHash(tree.checkpoint.size, readNode), tree.checkpoint.root)) {
    throw new InconsistentLog('The entries do not match the root of the checkpoint.');
  }
  writeMirror(mirror, tree, tiles, last);
  return { size: tree.checkpoint.size, before: last?.checkpoint.size ?? 0 };
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { mirror: { type: 'string' }, key: { type: 'string' } },
  });
  const [from] = positionals;
  const { mirror, key: vkey } = values;
  if (!from || !mirror || !vkey)
    throw new Error('Usage: npm run log:audit -- LOG --mirror FOLDER --key VKEY');
  const key = parseVerifierKey(vkey);
  if (!key) throw new Error('--key: is not a verification key of a log');
  mkdirSync(mirror, { recursive: true });
  const { size, before } = await auditLog(logReader(from), mirror, key);
  console.log(`${key.name} is consistent: ${size} entries, ${size - before} of them new.`);
}

if (import.meta.main) {
  await main().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = error instanceof InconsistentLog ? 1 : 2;
  });
}
