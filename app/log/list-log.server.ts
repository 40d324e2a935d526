import { parseEntry } from '@certrace/verify';
import { asc } from 'drizzle-orm';
import { z } from 'zod';
import { page, seqBefore } from '#app/shared/cursor.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db, prepared, sqlite } from '#db/client.ts';
import { logs } from '#db/schema/log.ts';
import { type Log, logPath } from './log.server.ts';
import { publishedCheckpoint } from './published-checkpoint.server.ts';
import { type TreeHead, treeHead } from './tree-head.server.ts';

const PAGE = 50;
const querySchema = z.object({ cursor: z.string().optional() });

const entriesBefore = prepared(() =>
  sqlite().prepare('select seq, entry from log_entries where seq >= ? and seq < ? order by seq desc limit ?'),
);

/** The public data of a log. `path` is the prefix of its checkpoint and tiles. `head` is null while it is empty. */
export type PublishedLog = Pick<Log, 'origin' | 'verifierKey' | 'size' | 'checkpoint'> & {
  path: string;
  head: TreeHead | null;
};

/** All logs of this site, oldest first. Only the last one grows. */
export const listLogs = (): PublishedLog[] =>
  db()
    .select()
    .from(logs)
    .orderBy(asc(logs.number))
    .all()
    .map((log) => ({
      origin: log.origin,
      verifierKey: log.verifierKey,
      size: log.size,
      checkpoint: publishedCheckpoint(log).note,
      path: logPath(log.number),
      head: log.size > 0 ? treeHead(log) : null,
    }));

/**
 * Entries of the current log, newest first.
 * @param input {cursor?}
 * @throws AppError invalid
 */
export function listLogEntries(input: unknown) {
  const { cursor } = parseInput(querySchema, input);
  const log = db().select().from(logs).orderBy(asc(logs.number)).all().at(-1);
  if (!log) return { entries: [], nextCursor: null };
  const end = log.firstSeq + log.size;
  // A single upper bound. Given two, SQLite seeks to the first one and reads on to the other.
  const before = Math.min(end, seqBefore(cursor));
  const found = entriesBefore().all(log.firstSeq, before, PAGE + 1) as {
    seq: number;
    entry: string;
  }[];
  const { rows, nextCursor } = page(found, PAGE);
  const entries = rows.flatMap(({ seq, entry }) => {
    const parsed = parseEntry(Buffer.from(entry));
    return parsed ? [{ index: seq - log.firstSeq, ...parsed }] : [];
  });
  return { entries, nextCursor };
}
