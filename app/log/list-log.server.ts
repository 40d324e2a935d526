import { parseEntry } from '@certrace/verify';
import { asc } from 'drizzle-orm';
import { z } from 'zod';
import { env } from '#app/config/env.server.ts';
import { page, seqBefore } from '#app/shared/cursor.server.ts';
import { db, preparedSql } from '#db/client.ts';
import { logs } from '#db/schema/log.ts';
import { type Cosigner, cosignersOf } from './cosigned-checkpoint.server.ts';
import { emptyLog } from './empty-log.server.ts';
import { type Log, logPath, nodesOf, rootAt } from './log.server.ts';
import { publishedCheckpoint } from './published-checkpoint.server.ts';

const PAGE = 50;
export const logQuerySchema = z.object({ cursor: z.string().optional() });

const entriesBefore = preparedSql<{ seq: number; entry: string }>(
  'select seq, entry from log_entries where seq >= ? and seq < ? order by seq desc limit ?',
);

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The head of a log's tree: its root, and the largest complete subtrees from left to right. */
export type TreeHead = { size: number; root: string; subtrees: { size: number; hash: string }[] };

/** Reads the head of a log's tree. Hashes are in hex. */
function treeHead(log: Log): TreeHead {
  const read = nodesOf(log.number);
  const subtrees: TreeHead['subtrees'] = [];
  let start = 0;
  while (start < log.size) {
    const level = Math.floor(Math.log2(log.size - start));
    const size = 2 ** level;
    subtrees.push({ size, hash: hex(read(level, start / size)) });
    start += size;
  }
  return { size: log.size, root: hex(rootAt(log, log.size)), subtrees };
}

/** The public data of a log. `path` is the prefix of its checkpoint and tiles. `head` is null while it is empty. */
export type PublishedLog = Pick<Log, 'origin' | 'verifierKey' | 'size' | 'checkpoint'> & {
  path: string;
  head: TreeHead | null;
  /** The configured witnesses that cosigned the checkpoint. */
  cosigners: Cosigner[];
};

/** The names of the configured witnesses, and how many of their cosignatures a check needs, if any. */
export const logWitnesses = () => ({
  names: env().witnesses.map(({ key }) => key.name),
  quorum: env().logQuorum,
});

/** All logs of this site, oldest first. Only the last one grows. */
export function listLogs(): PublishedLog[] {
  const stored = db().select().from(logs).orderBy(asc(logs.number)).all();
  const empty = emptyLog();
  return [...stored, ...(empty ? [empty] : [])].map((log) => {
    const { note } = publishedCheckpoint(log);
    return {
      origin: log.origin,
      verifierKey: log.verifierKey,
      size: log.size,
      checkpoint: note,
      path: logPath(log.number),
      head: log.size > 0 ? treeHead(log) : null,
      cosigners: cosignersOf(note),
    };
  });
}

/**
 * Entries of the current log, newest first.
 * @param input {cursor?}
 * @throws AppError invalid
 */
export function listLogEntries(input: z.output<typeof logQuerySchema>) {
  const { cursor } = input;
  const log = db().select().from(logs).orderBy(asc(logs.number)).all().at(-1);
  if (!log) return { entries: [], nextCursor: null };
  const end = log.firstSeq + log.size;
  // A single upper bound. Given two, SQLite seeks to the first one and reads on to the other.
  const before = Math.min(end, seqBefore(cursor));
  const found = entriesBefore().all(log.firstSeq, before, PAGE + 1);
  const { rows, nextCursor } = page(found, PAGE);
  const entries = rows.flatMap(({ seq, entry }) => {
    const parsed = parseEntry(Buffer.from(entry));
    return parsed ? [{ index: seq - log.firstSeq, ...parsed }] : [];
  });
  return { entries, nextCursor };
}
