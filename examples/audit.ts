/**
 * Audits a transparency log (C2SP tlog-tiles) and keeps a mirror of it:
 *
 *     npm run log:audit -- LOG --mirror FOLDER --key VKEY
 *
 * LOG is a log's URL, such as https://certs.example.org/log, or a folder. The first audit copies the log. Each later one
 * checks that every entry of the last audit still stands where it stood. Every audit checks every tile against the signed
 * checkpoint. The mirror keeps the last checkpoint that passed. Run it from cron, on a machine that is not the log's.
 *
 * Exits 0 when the log is consistent, 1 when it is not or new entries are dated back, 2 when that could not be found out, for
 * example because the log is older than the mirror.
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
  MAX_TIME_GAP_MS,
  openCheckpoint,
  parseEntry,
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
import { logDifferences } from './log-differences.ts';

const TILE_HEIGHT = 8;
const HASH_BYTES = 32;
const MAX_TILE_LEVEL = 6;

/** The log contradicts its checkpoint or an earlier audit. */
export class InconsistentLog extends Error {}

/** The log is a consistent part of what an earlier audit saw, as an old copy is. */
export class OlderLog extends Error {}

const EXIT_WRONG = 1;
const EXIT_UNCHECKED = 2;

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

/** Names the entries that are dated long before the one before them, from an index on. */
function datedBack(entries: Uint8Array[], start: number): string[] {
  const times = entries.map((entry) => Date.parse(parseEntry(entry)?.time ?? ''));
  const isoOf = (time: number) => new Date(time).toISOString();
  return times.flatMap((time, index) => {
    const previous = times[index - 1] ?? Number.NaN;
    if (index < start || !(previous - time > MAX_TIME_GAP_MS)) return [];
    return [`Entry ${index} is dated back: ${isoOf(time)}, after ${isoOf(previous)}.`];
  });
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

const MAX_SENTENCES = 20;

/** All differences of a log, with a limit. */
const listed = (differences: string[]) =>
  differences.length <= MAX_SENTENCES
    ? differences.join('\n')
    : `${differences.slice(0, MAX_SENTENCES).join('\n')}\nThere are ${differences.length - MAX_SENTENCES} more differences.`;

/** Two signed checkpoints of one size with two roots, which no single tree can have, prove to everyone that the log forked. */
function keepContradiction(mirror: string, last: Tree, tree: Tree) {
  const [one, other] = [last.checkpoint, tree.checkpoint];
  if (one.size !== other.size || same(one.root, other.root)) return;
  writeFileSync(join(mirror, 'contradiction.txt'), `${last.note}\n${tree.note}`);
}

/** @throws InconsistentLog naming what happened to the entries since the last audit; OlderLog */
function compareTrees(mirror: string, last: Tree, tree: Tree) {
  keepContradiction(mirror, last, tree);
  const [size, before] = [tree.checkpoint.size, last.checkpoint.size];
  const isPrefix = size < before && tree.entries.every((entry, index) => same(entry, last.entries[index]));
  if (isPrefix && same(rootHash(size, hashesOf(tree.entries).read), tree.checkpoint.root)) {
    throw new OlderLog(`The checkpoint is older: it has ${size} entries, and the last audit saw ${before}.`);
  }
  const differences = logDifferences(last.entries, tree.entries);
  if (differences.length > 0) throw new InconsistentLog(listed(differences));
}

/** What an audit of a consistent log found: its size now and at the last audit, and sentences about new entries that are dated back. */
export type Audit = { size: number; before: number; datedBack: string[] };

/**
 * Audits a log once and updates the mirror if the log is consistent.
 * @param mirror a folder, which is created if necessary
 * @throws InconsistentLog naming the entries that were removed, inserted, changed, swapped or reordered; OlderLog for a consistent part of
 *   what the mirror has; Error when the log cannot be read
 */
export async function auditLog(read: ReadLogFile, mirror: string, key: VerifierKey): Promise<Audit> {
  const last = await readMirror(mirror, key);
  const tree = await fetchTree(read, key);
  if (last) compareTrees(mirror, last, tree);
  const { levels, read: readNode } = hashesOf(tree.entries);
  const tiles = await checkTiles(read, levels, tree.checkpoint.size);
  if (!same(rootHash(tree.checkpoint.size, readNode), tree.checkpoint.root)) {
    throw new InconsistentLog('The entries do not match the root of the checkpoint.');
  }
  writeMirror(mirror, tree, tiles, last);
  const before = last?.checkpoint.size ?? 0;
  return { size: tree.checkpoint.size, before, datedBack: datedBack(tree.entries, before) };
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { mirror: { type: 'string' }, key: { type: 'string' }, help: { type: 'boolean' } },
  });
  const USAGE = 'Usage: npm run log:audit -- LOG --mirror FOLDER --key VKEY';
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const [from] = positionals;
  const { mirror, key: vkey } = values;
  if (!from || !mirror || !vkey) throw new Error(USAGE);
  const key = parseVerifierKey(vkey);
  if (!key) throw new Error('--key: is not a verification key of a log');
  mkdirSync(mirror, { recursive: true });
  const { size, before, datedBack } = await auditLog(logReader(from), mirror, key);
  console.log(`${key.name} is consistent: ${size} entries, ${size - before} of them new.`);
  if (datedBack.length === 0) return;
  console.error(listed(datedBack));
  process.exitCode = EXIT_WRONG;
}

if (import.meta.main) {
  await main().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = error instanceof InconsistentLog ? EXIT_WRONG : EXIT_UNCHECKED;
  });
}
