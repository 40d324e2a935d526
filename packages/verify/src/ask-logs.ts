import { type Checkpoint, openCheckpoint, readCheckpoint } from './checkpoint.ts';
import { type LogAnswer, laterLogs, type PinnedLog, urlBeside } from './later-logs.ts';
import { type LogEntry, type ProvenPlace, parseEntry } from './log-entry.ts';
import { logReader, type ReadLogFile } from './log-reader.ts';
import { encodeBase64 } from './multibase.ts';
import { parseVerifierKey, type VerifierKey } from './note.ts';
import { fromTiles, readInclusionProof } from './read-inclusion.ts';
import { decodeBundle, TILE_WIDTH, tilePath, widthInTree } from './tiles.ts';
import { consistencyProof, hashLeaf, rootHash, sha256, verifyConsistency, verifyInclusion } from './tree.ts';

/** The files of a log, and the head of its tree that is relied on. */
type OpenLog = {
  checkpoint: Checkpoint;
  note: string;
  url: string;
  read: ReadLogFile;
  key: VerifierKey | null;
};

const MAX_LOGS = 100;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\//;

function readOnce(read: ReadLogFile): ReadLogFile {
  const files = new Map<string, Promise<Uint8Array>>();
  return (path) => {
    const file = files.get(path) ?? read(path);
    files.set(path, file);
    return file;
  };
}

/** The URL of a log whose origin is its URL without the scheme, as in C2SP tlog-checkpoint. */
const urlOf = (origin: string) => `${LOOPBACK.test(origin) ? 'http' : 'https'}://${origin}`;

/** @throws Error when the log's checkpoint cannot be read, or is not signed or witnessed */
async function openLog(
  { key, url }: PinnedLog,
  isWitnessed: (checkpoint: string) => boolean,
): Promise<OpenLog> {
  const from = url ?? urlOf(key.name);
  const read = readOnce(logReader(from));
  const note = Buffer.from(await read('checkpoint')).toString('utf8');
  const checkpoint = openCheckpoint(note, key);
  if (!checkpoint) throw new Error(`The checkpoint of ${key.name} is not signed by it.`);
  if (!isWitnessed(note)) throw new Error(`Too few witnesses have cosigned the checkpoint of ${key.name}.`);
  return { checkpoint, note, url: from, read, key };
}

/**
 * Reads an entry of a log; null when its kind is unknown. @throws Error when it does not match the checkpoint
 */
async function entryOf({ checkpoint, read }: OpenLog, index: number): Promise<LogEntry | null> {
  const { origin, size, root } = checkpoint;
  const bundle = Math.floor(index / TILE_WIDTH);
  const width = widthInTree({ level: 'entries', index: bundle }, size);
  const entries = decodeBundle(await read(tilePath({ level: 'entries', index: bundle, width })));
  const bytes = entries?.[index % TILE_WIDTH];
  const proof = await readInclusionProof(read, index, size);
  if (!bytes || !verifyInclusion(index, size, hashLeaf(bytes), proof, root)) {
    throw new Error(`Entry ${index} of ${origin} does not match its checkpoint.`);
  }
  return parseEntry(bytes);
}

/** The first entry of a log, which commits to the old log's last checkpoint and key. Null when it continues none. */
async function originOf(log: OpenLog): Promise<LogEntry | null> {
  const entry = log.checkpoint.size === 0 ? null : await entryOf(log, 0);
  return entry?.type === 'origin' ? entry : null;
}

/** The log that a log continues, at the size at which it was closed. Null when it continues none. */
async function previousLog(log: OpenLog): Promise<OpenLog | null> {
  const entry = await originOf(log);
  if (!entry) return null;
  const bytes = await log.read('previous');
  const note = Buffer.from(bytes).toString('utf8');
  const checkpoint = readCheckpoint(note);
  if (!checkpoint || encodeBase64(sha256(bytes)) !== entry.digest) {
    throw new Error(`The first entry of ${log.checkpoint.origin} commits to another checkpoint.`);
  }
  const url = urlBeside(log.url, checkpoint.origin) ?? urlOf(checkpoint.origin);
  const key = parseVerifierKey(entry.key ?? '');
  return { checkpoint, note, url, read: readOnce(logReader(url)), key };
}

/** Whether a tree has an entry. @throws Error when its tiles cannot be read */
async function hasEntry({ checkpoint, read }: OpenLog, { index, leaf }: ProvenPlace): Promise<boolean> {
  const { size, root } = checkpoint;
  if (index >= size) return false;
  const proof = await readInclusionProof(read, index, size);
  if (verifyInclusion(index, size, leaf, proof, root)) return true;
  // The same tiles prove the entry that is there instead.
  const width = widthInTree({ level: 0, index: Math.floor(index / 256) }, size);
  const tile = await read(tilePath({ level: 0, index: Math.floor(index / 256), width }));
  const other = tile.subarray((index % 256) * 32, ((index % 256) + 1) * 32);
  if (verifyInclusion(index, size, other, proof, root)) return false;
  throw new Error(`The tiles of ${checkpoint.origin} do not match its checkpoint.`);
}

/**
 * Whether a tree extends the one that a proof names. A larger tree cannot be compared yet.
 * @throws Error when its tiles cannot be read
 */
async function extendsTree({ checkpoint, read }: OpenLog, place: ProvenPlace): Promise<boolean> {
  const { size, root } = checkpoint;
  if (place.size > size) return true;
  const proof = await fromTiles(read, size, (node) => consistencyProof(place.size, size, node));
  if (verifyConsistency(place.size, size, place.root, root, proof)) return true;
  // The same tiles prove the root that the tree had instead.
  const other = await fromTiles(read, size, (node) => rootHash(place.size, node));
  if (verifyConsistency(place.size, size, other, root, proof)) return false;
  throw new Error(`The tiles of ${checkpoint.origin} do not match its checkpoint.`);
}

/**
 * The latest time of some entries before an index, in ms; 0 without entries. The distances double, so that
 * nobody can slow the check down by adding entries.
 * @throws Error when they cannot be read
 */
async function latestBefore(log: OpenLog, index: number): Promise<number> {
  let latest = 0;
  for (let distance = 1; distance <= index; distance *= 2) {
    const entry = await entryOf(log, index - distance);
    latest = Math.max(latest, entry ? Date.parse(entry.time) : 0);
  }
  return latest;
}

/** The log with this origin, at the size at which a later log was begun. Null when `log` leads back to no such log. */
async function closedLog(log: OpenLog, origin: string): Promise<OpenLog | null> {
  let found: OpenLog | null = log;
  for (let count = 0; found && found.checkpoint.origin !== origin; count += 1) {
    found = count < MAX_LOGS ? await previousLog(found) : null;
  }
  return found;
}

const describe = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The answer of a log. Null when it neither is the log of the place nor leads back to it. */
async function askLog(
  pinned: PinnedLog,
  place: ProvenPlace,
  isWitnessed: (checkpoint: string) => boolean,
): Promise<LogAnswer | null> {
  const { origin, index, size } = place;
  try {
    const open = await openLog(pinned, isWitnessed);
    const log = await closedLog(open, origin);
    if (!log) return null;
    if (log === open && index >= log.checkpoint.size) {
      // Witnesses may not have cosigned a new entry yet.
      const reason = `The log ${origin} has not published entry ${index} yet.`;
      return { passed: null, reason, isAsked: true };
    }
    if (!(await hasEntry(log, place))) {
      return { passed: false, reason: `The log ${origin} has another entry ${index}, or none.` };
    }
    if (!(await extendsTree(log, place))) {
      return { passed: false, reason: `The log ${origin} had other entries when it had ${size}.` };
    }
    const { key } = log;
    return { passed: true, latestBefore: () => latestBefore(log, index), checkpoint: open.note, key };
  } catch (error) {
    return { passed: null, reason: `The log could not be asked. ${describe(error)}`, isAsked: false };
  }
}

/**
 * Looks for an entry in the logs themselves: back from later logs, whose first entries commit to the last checkpoint of the log
 * before, and in the one that a log proof names.
 * @returns null when none of the logs is or continues the one of the place
 */
export async function askLogs(
  place: ProvenPlace,
  logs: PinnedLog[],
  isWitnessed: (checkpoint: string) => boolean,
): Promise<LogAnswer | null> {
  const own = logs.filter(({ key }) => key.name === place.origin);
  let unknown: LogAnswer | null = null;
  for (const log of [...laterLogs(place.origin, logs), ...own]) {
    const answer = await askLog(log, place, isWitnessed);
    if (answer && answer.passed !== null) return answer;
    if (unknown === null || answer?.isAsked) unknown = answer ?? unknown;
  }
  return unknown;
}
