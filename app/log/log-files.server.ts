import {
  existsSync,
  fstatSync,
  ftruncateSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { readCheckpoint } from '@certrace/verify';
import { env } from '#app/config/env.server.ts';
import { preparedValue } from '#db/client.ts';
import { withFile } from '#db/files.ts';
import type { FiledCheckpoint } from './filed-checkpoint.server.ts';
import { fileCheckpoint, readFiledCheckpoint, reserveCheckpoint } from './filed-checkpoint.server.ts';
import { entriesOf, type Log } from './log.server.ts';
import { makeKeyFolder, writeKeyFolder } from './log-key.server.ts';

// KEYS_DIR has two files for each log: all its entries, and its newest checkpoints, one per line. They reveal that an older
// database was restored, and restore the entries that it lacks.

const NEWLINE = 0x0a;
const CHUNK_BYTES = 1_048_576;
/** How much of a file's end to search for an entry: first as much as the last commits wrote, then more. */
const TAILS_BYTES = [16_384, CHUNK_BYTES];

const installationId = preparedValue<string>('select id from installation');

const pathOf = (log: Log, kind: 'entries' | 'checkpoints') =>
  join(env().KEYS_DIR, `${installationId().get()}.log-${log.number}.${kind}`);

/** The last `bytes` of a file, and their position. */
function readTail(file: number, bytes: number): { tail: Buffer; from: number } {
  const length = fstatSync(file).size;
  const tail = Buffer.alloc(Math.min(bytes, length));
  readSync(file, tail, 0, tail.length, length - tail.length);
  return { tail, from: length - tail.length };
}

/**
 * Where a log's entry ends in its file. Undefined when it is not near the end, because reading a long file would delay a commit
 * by seconds. Entries are unique, because each contains a salted digest.
 */
function findEnd(log: Log, file: number, size: number): number | undefined {
  const [entry] = size === 0 ? [] : entriesOf(log, size - 1, size);
  if (entry === undefined) return undefined;
  const line = Buffer.from(`\n${entry}\n`);
  for (const bytes of TAILS_BYTES) {
    const { tail, from } = readTail(file, bytes);
    // The file's first line has no line break before it.
    const before = Buffer.from(from === 0 ? '\n' : '');
    const at = Buffer.concat([before, tail]).lastIndexOf(line);
    if (at !== -1) return from + at + line.length - before.length;
    if (from === 0) return undefined;
  }
  return undefined;
}

/** Counts the complete lines of a file, at most `limit`, and the bytes that they take. */
function countLines(file: number, limit: number): { lines: number; bytes: number } {
  const size = fstatSync(file).size;
  const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size));
  let [lines, bytes] = [0, 0];
  for (let offset = 0; offset < size && lines < limit; ) {
    const length = readSync(file, chunk, 0, chunk.length, offset);
    if (length === 0) break;
    const read = chunk.subarray(0, length);
    for (let at = read.indexOf(NEWLINE); at !== -1 && lines < limit; at = read.indexOf(NEWLINE, at + 1)) {
      lines += 1;
      bytes = offset + at + 1;
    }
    offset += length;
  }
  return { lines, bytes };
}

/**
 * Appends the entries after the first `signedSize`. Replaces anything that follows those in the file: it has no signed
 * checkpoint, for example a line that a crash left unfinished. Caches nothing, because other processes write the file too.
 */
function appendEntries(log: Log, signedSize: number) {
  withFile(pathOf(log, 'entries'), 'a+', (file) => {
    const end = findEnd(log, file, signedSize);
    const kept = end === undefined ? countLines(file, signedSize) : { lines: signedSize, bytes: end };
    if (kept.bytes < fstatSync(file).size) ftruncateSync(file, kept.bytes);
    const missing = entriesOf(log, kept.lines, log.size);
    writeFileSync(file, missing.map((entry) => `${entry}\n`).join(''));
  });
}

/** Whether the file has a log's last entry, and therefore all others. */
function hasLastEntry(log: Log): boolean {
  const path = pathOf(log, 'entries');
  return existsSync(path) && withFile(path, 'r', (file) => findEnd(log, file, log.size) !== undefined);
}

/**
 * Writes a commit's entries to their file and reserves space for its checkpoint, before the commit, so that nothing is
 * committed for which the files have no room. The checkpoint is written after the commit, because it attests committed entries.
 * If a commit fails, the next entries replace its entries. The transaction's write lock prevents concurrent appends.
 * @throws AppError busy when the folder cannot be written; Error with the code ENOSPC when its disk is full
 */
export function writeAhead(log: Log) {
  writeKeyFolder(() => {
    makeKeyFolderOnce();
    appendEntries(log, lastFiledCheckpoint(log)?.checkpoint.size ?? 0);
    reserveCheckpoint(pathOf(log, 'checkpoints'), log);
  });
}

/**
 * Appends a log's missing entries, then its checkpoint, to the files. The database's write lock prevents concurrent appends.
 * @throws Error when the folder cannot be written
 */
export function appendToFiles(log: Log) {
  const checkpoint = readCheckpoint(log.checkpoint);
  if (!checkpoint) return;
  makeKeyFolderOnce();
  const filed = lastFiledCheckpoint(log);
  if (!hasLastEntry(log)) appendEntries(log, filed?.checkpoint.size ?? 0);
  if (filed?.note !== log.checkpoint) fileCheckpoint(pathOf(log, 'checkpoints'), log, checkpoint);
}

let made: string | undefined;
function makeKeyFolderOnce() {
  if (made === env().KEYS_DIR) return;
  makeKeyFolder();
  made = env().KEYS_DIR;
}

export const lastFiledCheckpoint = (log: Log): FiledCheckpoint | null =>
  readFiledCheckpoint(pathOf(log, 'checkpoints'), log);

/** When a log last signed a checkpoint, in ms UTC; null before the first. */
export const lastCheckpointAt = (log: Log): number | null =>
  statSync(pathOf(log, 'checkpoints'), { throwIfNoEntry: false })?.mtimeMs ?? null;

/** The entries in the files, in order. */
export function filedEntries(log: Log): string[] {
  const path = pathOf(log, 'entries');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}
