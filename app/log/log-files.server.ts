import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Checkpoint, readCheckpoint } from '@certrace/verify';
import { env } from '#app/env.server.ts';
import { prepared, sqlite } from '#db/client.ts';
import { makeKeyFolder } from './key-folder.server.ts';
import type { Log } from './log.server.ts';

// Two files in KEYS_DIR hold a copy of each log's entries and checkpoints, one per line. They reveal when an older database
// was restored, and restore the entries that it lost.

const NEWLINE = 0x0a;
const CHUNK_BYTES = 1_048_576;
/** Longer than two checkpoints. */
const TAIL_BYTES = 65_536;

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

/** Opens a file to append lines, counts its lines and truncates a line that a crash left unfinished. */
function openLines(path: string): { file: number; lines: number } {
  const file = openSync(path, 'a+', 0o600);
  const size = fstatSync(file).size;
  if (counted?.path !== path || counted.bytes > size) counted = { path, lines: 0, bytes: 0 };
  let { lines, bytes } = counted;
  const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - bytes));
  for (let offset = bytes; offset < size; ) {
    const length = readSync(file, chunk, 0, chunk.length, offset);
    if (length === 0) break;
    for (let at = chunk.indexOf(NEWLINE); at !== -1 && at < length; at = chunk.indexOf(NEWLINE, at + 1)) {
      lines += 1;
      bytes = offset + at + 1;
    }
    offset += length;
  }
  if (bytes < size) ftruncateSync(file, bytes);
  counted = { path, lines, bytes };
  return { file, lines };
}

/**
 * Appends a log's missing entries to the files. The database's write lock prevents concurrent appends.
 * @throws Error when the folder cannot be written
 */
export function appendToFiles(log: Log) {
  if (log.size === 0) return;
  makeKeyFolderOnce();
  const { file, lines } = openLines(pathOf(log, 'entries'));
  try {
    if (lines >= log.size) return;
    const missing = entriesBetween().all(log.firstSeq + lines, log.firstSeq + log.size) as string[];
    const text = Buffer.from(`${missing.join('\n')}\n`);
    writeSync(file, text);
    if (counted) counted = { ...counted, lines: log.size, bytes: counted.bytes + text.length };
  } finally {
    closeSync(file);
  }
  const checkpoints = openSync(pathOf(log, 'checkpoints'), 'a', 0o600);
  try {
    writeSync(checkpoints, `${JSON.stringify(log.checkpoint)}\n`);
  } finally {
    closeSync(checkpoints);
  }
}

let made: string | undefined;
function makeKeyFolderOnce() {
  if (made === env.KEYS_DIR) return;
  makeKeyFolder();
  made = env.KEYS_DIR;
}

/** The last complete line of a file, or null. */
function readLastLine(path: string): string | null {
  if (!existsSync(path)) return null;
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(file, tail, 0, tail.length, size - tail.length);
    const text = tail.toString('utf8');
    return (
      text
        .slice(0, text.lastIndexOf('\n') + 1)
        .split('\n')
        .at(-2) ?? null
    );
  } finally {
    closeSync(file);
  }
}

/** The last checkpoint in the files with its note, or null. */
export function lastFiledCheckpoint(log: Log): { note: string; checkpoint: Checkpoint } | null {
  const line = readLastLine(pathOf(log, 'checkpoints'));
  if (line === null) return null;
  const note = JSON.parse(line) as string;
  const checkpoint = readCheckpoint(note);
  return checkpoint && { note, checkpoint };
}

/** The entries in the files, in order. */
export function filedEntries(log: Log): string[] {
  const path = pathOf(log, 'entries');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}
