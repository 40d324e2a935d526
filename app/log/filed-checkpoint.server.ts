import { fsyncSync, readFileSync, readSync, renameSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Checkpoint, openCheckpoint, parseVerifierKey } from '@certrace/verify';
import { prepared } from '#db/client.ts';
import { syncFolderNow, withFile } from '#db/files.ts';
import type { Log } from './log.server.ts';

/** About 70 checkpoints. Only the newest is needed, so the file is replaced before it exceeds this size. */
const MAX_BYTES = 16_384;

/** A checkpoint that the log signed, as a note and parsed. */
export type FiledCheckpoint = { note: string; checkpoint: Checkpoint };

/** The newest line that this process has read or written, so that its signature is verified once. */
type Known = { path: string; line: string; newest: FiledCheckpoint };
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

/**
 * Reads the newest checkpoint from a file with one per line. Skips blanks and a line that a crash left unfinished. Reads the
 * file each time, because other processes write it too.
 */
export function readFiledCheckpoint(path: string, log: Log): FiledCheckpoint | null {
  const lines = sizeOf(path) === 0 ? [] : readFileSync(path, 'utf8').split('\n').toReversed();
  for (const line of lines) {
    if (line.trim() === '') continue;
    const { known } = cache();
    if (known?.path === path && known.line === line) return known.newest;
    const newest = parseLine(line, log);
    if (newest) {
      cache().known = { path, line, newest };
      return newest;
    }
  }
  return null;
}

/** A new file must be on disk before it replaces the old one. */
const writeTo = (path: string, flag: 'a' | 'w', line: Buffer) =>
  writeFileSync(path, line, { flag, mode: 0o600, flush: flag === 'w' });

/** Starts with a newline, which ends a line that a crash left unfinished. */
const lineOf = (log: Log) => Buffer.from(`\n${JSON.stringify(log.checkpoint)}\n`);
const isFullWith = (line: Buffer, bytes: number) => bytes + line.length > MAX_BYTES;

/**
 * Runs `use` with the place of the blanks at the end of a file that have room for a line.
 * @returns whether the file ends with so many blanks
 */
function atBlanks(path: string, { length }: Buffer, use?: (file: number, at: number) => void): boolean {
  const at = sizeOf(path) - length;
  if (at < 0) return false;
  return withFile(path, 'r+', (file) => {
    const end = Buffer.alloc(length);
    readSync(file, end, 0, length, at);
    const isBlank = end.equals(Buffer.alloc(length, ' '));
    if (isBlank) use?.(file, at);
    return isBlank;
  });
}

/**
 * Writes blanks for a log's checkpoint, so that writing it after the commit needs no more disk space. Existing blanks may
 * belong to another process. The newer of the two checkpoints then replaces them.
 */
export function reserveCheckpoint(path: string, log: Log) {
  const line = lineOf(log);
  if (atBlanks(path, line)) return;
  const blanks = Buffer.alloc(line.length, ' ');
  if (isFullWith(line, sizeOf(path))) writeTo(`${path}.new`, 'w', blanks);
  else writeTo(path, 'a', blanks);
}

/** Writes a line in the place of reserved blanks. Returns false when the file does not end with them. */
const fillBlanks = (path: string, line: Buffer): boolean =>
  atBlanks(path, line, (file, at) => {
    writeSync(file, line, 0, line.length, at);
    // As in `writeTo`, a new file must be on disk before it replaces the old one.
    if (at === 0) fsyncSync(file);
  });

/** Writes a log's checkpoint to its file: over the reserved blanks, or at the end. */
export function fileCheckpoint(path: string, log: Log, checkpoint: Checkpoint) {
  const line = lineOf(log);
  if (!fillBlanks(path, line)) {
    const isFull = isFullWith(line, sizeOf(path));
    const target = isFull ? `${path}.new` : path;
    if (!isFull || !fillBlanks(target, line)) writeTo(target, isFull ? 'w' : 'a', line);
    if (isFull) {
      renameSync(target, path);
      syncFolderNow(dirname(path));
    }
  }
  const newest = { note: log.checkpoint, checkpoint };
  cache().known = { path, line: line.toString('utf8').trim(), newest };
}
