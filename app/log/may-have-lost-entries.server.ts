import { readCheckpoint } from '@certrace/verify';
import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { db } from '#db/client.ts';
import { logEntries, logs } from '#db/schema/log.ts';
import { hasLostEntries } from './log.server.ts';
import { logState } from './log-state.server.ts';

const next = alias(logs, 'next');

/** Whether a log was continued by another one that begins with a checkpoint of more entries than the log has. */
function hasShortenedLog(): boolean {
  const continued = db()
    .select({ size: logs.size, first: logEntries.document })
    .from(logs)
    .innerJoin(next, eq(next.number, sql`${logs.number} + 1`))
    .innerJoin(logEntries, and(eq(logEntries.seq, next.firstSeq), eq(logEntries.type, 'origin')))
    .all();
  return continued.some(({ size, first }) => ((first && readCheckpoint(first.toString())?.size) ?? 0) > size);
}

/** Whether an older database was restored, so that documents that were issued may be missing. */
export function mayHaveLostEntries(): boolean {
  const { kind } = logState();
  return kind === 'behind' || kind === 'restored' || hasLostEntries() || hasShortenedLog();
}
