import { type ProvenPlace, parseEntry, readCheckpoint } from '@certrace/verify';
import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { db } from '#db/client.ts';
import { logEntries, logs } from '#db/schema/log.ts';
import { entriesOf, hasLostEntries, type Log, nodesOf, rootAt } from './log.server.ts';
import { logState } from './log-state.server.ts';
import { vouchingCheckpoint } from './published-checkpoint.server.ts';

/** Whether a log had this size before an older database was restored. */
function hadSize({ number }: Log, size: number): boolean {
  const [next] = db()
    .select({ first: logEntries.document })
    .from(logs)
    .innerJoin(logEntries, and(eq(logEntries.seq, logs.firstSeq), eq(logEntries.type, 'origin')))
    .where(eq(logs.number, number + 1))
    .all();
  // The next log begins with the last checkpoint that was signed.
  if (next) return size <= ((next.first && readCheckpoint(next.first.toString())?.size) ?? 0);
  const state = logState();
  return state.kind === 'restored' || (state.kind === 'behind' && size <= state.signedSize);
}

const logOf = (origin: string): Log | undefined =>
  db().select().from(logs).where(eq(logs.origin, origin)).get();

/**
 * The latest time of some entries before an index, in ms; 0 without entries. The distances double, as in the
 * verifier. This server never dates back, but somebody else may have written to its database.
 */
export function latestBefore({ origin, index }: Pick<ProvenPlace, 'origin' | 'index'>): number {
  const log = logOf(origin);
  let latest = 0;
  for (let distance = 1; log && distance <= index; distance *= 2) {
    const [entry = ''] = entriesOf(log, index - distance, index - distance + 1);
    latest = Math.max(latest, Date.parse(parseEntry(Buffer.from(entry))?.time ?? '') || 0);
  }
  return latest;
}

/** As `vouchingCheckpoint`, for an entry of a log with this origin. */
export function vouchingCheckpointOf({ origin, index }: Pick<ProvenPlace, 'origin' | 'index'>) {
  const log = logOf(origin);
  return log ? vouchingCheckpoint(log, index) : null;
}

/**
 * Compares a log proof with the stored tree of the log: the entry at its index, and the root at its size. A
 * checkpoint that the log's key signed is not enough, because somebody else may have the key.
 * @returns lost when the log had that size before an older database was restored
 */
export function findInTree({ origin, index, leaf, size, root }: ProvenPlace): 'same' | 'other' | 'lost' {
  const log = logOf(origin);
  if (!log || size < 1 || index >= size) return 'other';
  if (size > log.size) return hadSize(log, size) ? 'lost' : 'other';
  const isSame =
    Buffer.compare(rootAt(log, size), root) === 0 &&
    Buffer.compare(nodesOf(log.number)(0, index), leaf) === 0;
  return isSame ? 'same' : 'other';
}

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
