import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
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

/** Appends a log's checkpoint to its file. */
export function fileCheckpoint(path: string, log: Log, checkpoint: Checkpoint) {
  // The first newline ends a line that a crash left unfinished.
  const line = Buffer.from(`\n${JSON.stringify(log.checkpoint)}\n`);
  const before = sizeOf(path);
  const isFull = before + line.length > MAX_BYTES;
  if (isFull) {
    writeTo(`${path}.new`, 'w', line);
    renameSync(`${path}.new`, path);
  } else writeTo(path, 'a', line);
  const newest = { note: log.checkpoint, checkpoint };
  cache().known = { path, bytes: isFull ? line.length : before + line.length, newest };
}
