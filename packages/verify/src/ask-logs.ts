import { encodeBase64 } from './base64.ts';
import { type Checkpoint, openCheckpoint, readCheckpoint } from './checkpoint.ts';
import { type AskedLogs, type LogAnswer, laterLogs, type PinnedLog, urlBeside } from './later-logs.ts';
import { type ProvenPlace, parseEntry } from './log-entry.ts';
import { logReader, type ReadLogFile } from './log-reader.ts';
import { readInclusionProof } from './read-inclusion.ts';
import { decodeBundle, tilePath, widthInTree } from './tiles.ts';
import { hashLeaf, sha256, verifyInclusion } from './tree.ts';

/** The files of a log, and the head of its tree that is relied on. */
type OpenLog = { checkpoint: Checkpoint; url: string; read: ReadLogFile };

const MAX_LOGS = 100;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\//;

/** The URL of a log whose origin is its URL without the scheme, as in C2SP tlog-checkpoint. */
const urlOf = (origin: string) => `${LOOPBACK.test(origin) ? 'http' : 'https'}://${origin}`;

/** @throws Error when the log's checkpoint cannot be read, or is not signed or witnessed */
async function openLog(
  { key, url }: PinnedLog,
  isWitnessed: (checkpoint: string) => boolean,
): Promise<OpenLog> {
  const from = url ?? urlOf(key.name);
  const read = logReader(from);
  const note = Buffer.from(await read('checkpoint')).toString('utf8');
  const checkpoint = openCheckpoint(note, key);
  if (!checkpoint) throw new Error(`The checkpoint of ${key.name} is not signed by it.`);
  if (!isWitnessed(note)) throw new Error(`Too few witnesses have cosigned the checkpoint of ${key.name}.`);
  return { checkpoint, url: from, read };
}

/** The digest of the old log's last checkpoint in the first entry of a log. Null when it continues none. */
async function digestOfPrevious({ checkpoint: { origin, size, root }, read }: OpenLog) {
  const width = widthInTree({ level: 'entries', index: 0 }, size);
  const [first] = decodeBundle(await read(tilePath({ level: 'entries', index: 0, width }))) ?? [];
  const proof = await readInclusionProof(read, 0, size);
  if (!first || !verifyInclusion(0, size, hashLeaf(first), proof, root)) {
    throw new Error(`The first entry of ${origin} does not match its checkpoint.`);
  }
  const entry = parseEntry(first);
  return entry?.type === 'origin' ? entry.digest : null;
}

/** The log that a log continues, at the size at which it was closed. Null when it continues none. */
async function previousLog(log: OpenLog): Promise<OpenLog | null> {
  const digest = log.checkpoint.size === 0 ? null : await digestOfPrevious(log);
  if (digest === null) return null;
  const note = await log.read('previous');
  const checkpoint = readCheckpoint(Buffer.from(note).toString('utf8'));
  if (!checkpoint || encodeBase64(sha256(note)) !== digest) {
    throw new Error(`The first entry of ${log.checkpoint.origin} commits to another checkpoint.`);
  }
  const url = urlBeside(log.url, checkpoint.origin) ?? urlOf(checkpoint.origin);
  return { checkpoint, url, read: logReader(url) };
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

/** The log with this origin, at the size at which a later log was begun. Null when `log` leads back to no such log. */
async function closedLog(log: OpenLog, origin: string): Promise<OpenLog | null> {
  let found: OpenLog | null = log;
  for (let count = 0; found && found.checkpoint.origin !== origin; count += 1) {
    found = count < MAX_LOGS ? await previousLog(found) : null;
  }
  return found;
}

/** The answer of a log. Null when it neither is the log of the place nor leads back to it. */
async function askLog(
  pinned: PinnedLog,
  place: ProvenPlace,
  isWitnessed: (checkpoint: string) => boolean,
): Promise<LogAnswer | null> {
  const { origin, index } = place;
  try {
    const open = await openLog(pinned, isWitnessed);
    const log = await closedLog(open, origin);
    if (!log) return null;
    if (log === open && index >= log.checkpoint.size) {
      // Witnesses may not have cosigned a new entry yet.
      return { passed: null, reason: `The log ${origin} has not published entry ${index} yet.` };
    }
    if (await hasEntry(log, place)) return { passed: true, reason: '' };
    return { passed: false, reason: `The log ${origin} has another entry ${index}, or none.` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { passed: null, reason: `The log could not be asked. ${why}` };
  }
}

/**
 * Looks for an entry in the logs themselves: in the one that a log proof names, and back from later logs, whose first entries commit
 * to the last checkpoint of the log before.
 * @param which `later` to ask only the later logs
 * @returns null when none of the logs is or continues the one of the place
 */
export async function askLogs(
  place: ProvenPlace,
  which: AskedLogs,
  logs: PinnedLog[],
  isWitnessed: (checkpoint: string) => boolean,
): Promise<LogAnswer | null> {
  const own = which === 'all' ? logs.filter(({ key }) => key.name === place.origin) : [];
  let unknown: LogAnswer | null = null;
  for (const log of [...own, ...laterLogs(place.origin, logs)]) {
    const answer = await askLog(log, place, isWitnessed);
    if (answer && answer.passed !== null) return answer;
    unknown ??= answer;
  }
  return unknown;
}
