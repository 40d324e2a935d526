import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { readCheckpoint } from '@certrace/verify';
import { env } from '#app/env.server.ts';
import { prepared, sqlite } from '#db/client.ts';
import {
  type FiledCheckpoint,
  fileCheckpoint,
  readFiledCheckpoint,
  reserveCheckpoint,
} from './filed-checkpoint.server.ts';
import { makeKeyFolder, writeKeyFolder } from './key-folder.server.ts';
import type { Log } from './log.server.ts';

// Two files in KEYS_DIR hold a copy of each log: all its entries, and its newest checkpoints, one per line. They reveal when
// an older database was restored, and restore the entries that it lost.

const NEWLINE = 0x0a;
const CHUNK_BYTES = 1_048_576;

const installationId = prepared(() => sqlite.prepare('select id from installation').pluck());
const entriesBetween = prepared(() =>
  sqlite.prepare('select entry from log_entries where seq >= ? and seq < ? order by seq').pluck(),
);

function pathOf(log: Log, kind: 'entries' | 'checkpoints'): string {
  return join(env.KEYS_DIR, `${installationId().get()}.log-${log.number}.${kind}`);
}

/** How many complete lines of a file were counted, up to which byte. */
type Counted = { path: string; lines: number; bytes: number };
let counted: Counted | undefined;
/** `counted` before the last append, which a failed commit takes back. */
let countedBefore: Counted | undefined;

/**
 * Counts the lines of a log's file up to its last signed entry, by finding that entry near the end: reading all of a long file
 * would delay the start by seconds. An entry carries the digest of a salt, so that no other line is equal to it.
 */
function findSignedEnd(log: Log, path: string, size: number): Counted | undefined {
  const seq = log.firstSeq + size - 1;
  const [entry] = size === 0 ? [] : (entriesBetween().all(seq, seq + 1) as string[]);
  if (entry === undefined || !existsSync(path)) return undefined;
  const file = openSync(path, 'r');
  try {
    const length = fstatSync(file).size;
    const tail = Buffer.alloc(Math.min(CHUNK_BYTES, length));
    readSync(file, tail, 0, tail.length, length - tail.length);
    const line = Buffer.from(`\n${entry}\n`);
    const at = tail.lastIndexOf(line);
    return at === -1 ? undefined : { path, lines: size, bytes: length - tail.length + at + line.length };
  } finally {
    closeSync(file);
  }
}

/**
 * Opens a file to append lines. Keeps at most `limit` complete lines and truncates what follows, such as a line that a crash
 * left unfinished.
 */
function openLines(path: string, limit: number): { file: number; lines: number } {
  const file = openSync(path, 'a+', 0o600);
  const size = fstatSync(file).size;
  const usable = [counted, countedBefore].find(
    (known) => known?.path === path && known.bytes <= size && known.lines <= limit,
  );
  let { lines, bytes } = usable ?? { lines: 0, bytes: 0 };
  const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - bytes));
  for (let offset = bytes; offset < size && lines < limit; ) {
    const length = readSync(file, chunk, 0, chunk.length, offset);
    if (length === 0) break;
    const read = chunk.subarray(0, length);
    for (let at = read.indexOf(NEWLINE); at !== -1 && lines < limit; at = read.indexOf(NEWLINE, at + 1)) {
      lines += 1;
      bytes = offset + at + 1;
    }
    offset += length;
  }
  if (bytes < size) ftruncateSync(file, bytes);
  counted = { path, lines, bytes };
  return { file, lines };
}

/** Appends the entries after the first `signedSize`. Entries in the file beyond these have no signed checkpoint. */
function appendEntries(log: Log, signedSize: number) {
  const path = pathOf(log, 'entries');
  if (counted?.path !== path) counted = findSignedEnd(log, path, signedSize);
  const { file, lines } = openLines(path, signedSize);
  try {
    const missing = entriesBetween().all(log.firstSeq + lines, log.firstSeq + log.size) as string[];
    const text = Buffer.from(missing.map((entry) => `${entry}\n`).join(''));
    writeFileSync(file, text);
    countedBefore = counted;
    if (counted) counted = { ...counted, lines: log.size, bytes: counted.bytes + text.length };
  } finally {
    closeSync(file);
  }
}

/** The entries that `writeAhead` wrote last. */
let written: { path: string; size: number } | undefined;

/**
 * Writes a commit's entries to their file before the commit, and takes the space of its checkpoint, so that nothing is
 * committed that the files have no room for. The checkpoint follows the commit, because it proves what is committed. Entries
 * of a commit that fails are replaced by the next ones.
 * @throws AppError busy when the folder cannot be written; Error with the code ENOSPC when its disk is full
 */
export function writeAhead(log: Log) {
  writeKeyFolder(() => {
    makeKeyFolderOnce();
    appendEntries(log, lastFiledCheckpoint(log)?.checkpoint.size ?? 0);
    reserveCheckpoint(pathOf(log, 'checkpoints'), log);
  });
  written = { path: pathOf(log, 'entries'), size: log.size };
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
  const isWritten = written?.path === pathOf(log, 'entries') && written.size === log.size;
  written = undefined;
  if (!isWritten) appendEntries(log, filed?.checkpoint.size ?? 0);
  if (filed?.note !== log.checkpoint) fileCheckpoint(pathOf(log, 'checkpoints'), log, checkpoint);
}

let made: string | undefined;
function makeKeyFolderOnce() {
  if (made === env.KEYS_DIR) return;
  makeKeyFolder();
  made = env.KEYS_DIR;
}

/** The last checkpoint in the files, or null. */
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
