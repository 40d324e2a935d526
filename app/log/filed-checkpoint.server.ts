import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { type Checkpoint, openCheckpoint, parseVerifierKey } from '@certrace/verify';
import { prepared } from '#db/client.ts';
import type { Log } from './log.server.ts';

/** About 70 checkpoints. Only the newest is needed: the file is replaced when it would grow beyond this. */
const MAX_BYTES = 16_384;

/** A checkpoint that the log signed, as a note and parsed. */
export type FiledCheckpoint = { note: string; checkpoint: Checkpoint };

/** What this process last read from or wrote to the file. */
type Known = { path: string; bytes: number; newest: FiledCheckpoint | null };
const cache = prepared((): { known?: Known } => ({}));

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function parseLine(line: string, log: Log): FiledCheckpoint | null {
  const key = parseVerifierKey(log.verifierKey);
  try {
    const note: unknown = JSON.parse(line);
    const checkpoint = typeof note === 'string' && key && openCheckpoint(note, key);
    return checkpoint ? { note, checkpoint } : null;
  } catch {
    return null;
  }
}

/** Reads the newest checkpoint from a file of one per line. A line that a crash left unfinished is skipped. */
export function readFiledCheckpoint(path: string, log: Log): FiledCheckpoint | null {
  const bytes = sizeOf(path);
  const { known } = cache();
  if (known?.path === path && known.bytes === bytes) return known.newest;
  const lines = bytes === 0 ? [] : readFileSync(path, 'utf8').split('\n').toReversed();
  let newest: FiledCheckpoint | null = null;
  for (const line of lines) {
    newest = parseLine(line, log);
    if (newest) break;
  }
  cache().known = { path, bytes, newest };
  return newest;
}

function writeTo(path: string, flags: 'a' | 'w', line: Buffer) {
  const file = openSync(path, flags, 0o600);
  try {
    writeFileSync(file, line);
    // The new file must be on disk before it replaces the old one.
    if (flags === 'w') fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The first newline ends a line that a crash left unfinished. */
const lineOf = (log: Log) => Buffer.from(`\n${JSON.stringify(log.checkpoint)}\n`);
const isFullWith = (line: Buffer, bytes: number) => bytes + line.length > MAX_BYTES;

/** The blanks that `reserveCheckpoint` wrote last. */
let reserved: { path: string; at: number; bytes: number } | undefined;

/** Writes blanks where a log's checkpoint will be, so that writing it later takes no more space. */
export function reserveCheckpoint(path: string, log: Log) {
  const line = lineOf(log);
  const blanks = Buffer.alloc(line.length, ' ');
  const before = sizeOf(path);
  if (isFullWith(line, before)) {
    writeTo(`${path}.new`, 'w', blanks);
    reserved = { path: `${path}.new`, at: 0, bytes: line.length };
    return;
  }
  writeTo(path, 'a', blanks);
  reserved = { path, at: before, bytes: line.length };
  const { known } = cache();
  if (known?.path === path && known.bytes === before) known.bytes += line.length;
}

/** Replaces the reserved blanks by a line, and returns false when there are none for it. */
function writeReserved(path: string, line: Buffer): boolean {
  const place = reserved;
  reserved = undefined;
  if (place?.path !== path || place.bytes !== line.length || sizeOf(path) !== place.at + place.bytes) {
    return false;
  }
  const file = openSync(path, 'r+');
  try {
    writeSync(file, line, 0, line.length, place.at);
    // As in `writeTo`, a new file must be on disk before it replaces the old one.
    if (place.at === 0) fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return true;
}

/** Writes a log's checkpoint to its file, in the place that was reserved or behind the others. */
export function fileCheckpoint(path: string, log: Log, checkpoint: Checkpoint) {
  const line = lineOf(log);
  const isOwnFile = reserved?.path === path;
  const isFull = !isOwnFile && isFullWith(line, sizeOf(path));
  const target = isFull ? `${path}.new` : path;
  if (!writeReserved(target, line)) writeTo(target, isFull ? 'w' : 'a', line);
  if (isFull) renameSync(target, path);
  cache().known = { path, bytes: sizeOf(path), newest: { note: log.checkpoint, checkpoint } };
}
