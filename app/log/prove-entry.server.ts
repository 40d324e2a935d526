import {
  type EntryType,
  encodeExtra,
  formatTlogProof,
  type Hash,
  inclusionProof,
  type ProvenPlace,
  parseEntry,
  type ReadNode,
  readCheckpoint,
} from '@certrace/verify';
import { and, desc, eq, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { db, prepared, preparedSql } from '#db/client.ts';
import { logEntries, logs } from '#db/schema/log.ts';
import { entriesOf, hasLostEntries, type Log, nodesOf, rootAt } from './log.server.ts';
import { logState } from './log-state.server.ts';
import {
  checkpointWith,
  firstCosignedCheckpoint,
  vouchingCheckpoint,
} from './published-checkpoint.server.ts';

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

type EntryRow = typeof logEntries.$inferSelect;

/** The log, the index and the time of an entry. */
export type EntryPlace = { seq: number; index: number; origin: string; time: string | undefined };

// Each (select ?) hides its value from SQLite's planner, as `parameter` does in db/client.ts.
const selectEntries = preparedSql<EntryRow>(
  'select * from log_entries where subject = (select ?) and type = (select ?) order by seq',
);
const entryWith = preparedSql<EntryRow>('select * from log_entries where seq = ?');
const logWith = prepared(() =>
  db()
    .select()
    .from(logs)
    .where(lte(logs.firstSeq, sql.placeholder('seq')))
    .orderBy(desc(logs.firstSeq))
    .limit(1)
    .prepare(),
);

/** The entries about a certificate or verification, in the order of the log. */
const entriesOfSubject = (subject: number, type: EntryType): EntryRow[] => selectEntries().all(subject, type);

/**
 * The entry with this document. Without a document, the first entry, or for a verification the last one, because it is paid
 * again after a refund.
 */
function rowOfSubject(type: EntryType, subject: number, document?: Buffer): EntryRow | undefined {
  const rows = entriesOfSubject(subject, type);
  if (document) return rows.find((row) => row.document?.equals(document));
  return type === 'verify' ? rows.at(-1) : rows[0];
}

/** Nodes of this level and above are cached: there are few, and every proof needs some of them. */
const KEPT_LEVEL = 8;
const MAX_KEPT_NODES = 20_000;
const keptNodes = prepared(() => new Map<string, Hash>());

/** Reads a log's nodes for proofs. Caches committed nodes, so don't call this in a transaction that may be rolled back. */
function committedNodesOf(log: number): ReadNode {
  const read = nodesOf(log);
  return (level, position) => {
    if (level < KEPT_LEVEL) return read(level, position);
    const name = `${log}/${level}/${position}`;
    const kept = keptNodes().get(name);
    if (kept) return kept;
    const hash = read(level, position);
    if (keptNodes().size >= MAX_KEPT_NODES) keptNodes().clear();
    keptNodes().set(name, hash);
    return hash;
  };
}

export const entryAt = (seq: number) => entryWith().get(seq);

/** The place of the entry about a certificate or verification. Null without an entry. */
export function placeOfSubject(type: EntryType, subject: number, document?: Buffer): EntryPlace | null {
  const row = rowOfSubject(type, subject, document);
  const log = row && logWith().get({ seq: row.seq });
  if (!row || !log) return null;
  const time = parseEntry(Buffer.from(row.entry))?.time;
  return { seq: row.seq, index: row.seq - log.firstSeq, origin: log.origin, time };
}

/** Whether enough witnesses have cosigned the log proof of a certificate. */
export function hasCosignedProof(subject: number): boolean {
  const place = placeOfSubject('issue', subject);
  const log = place && logWith().get({ seq: place.seq });
  return log ? firstCosignedCheckpoint(log, place.index) !== undefined : false;
}

/**
 * The tlog-proof of an entry, against the first checkpoint of its log that enough witnesses cosigned, or else the newest one. Null when no
 * log contains the entry.
 */
export function proveEntry({ seq, entry, salt }: EntryRow): string | null {
  const log = logWith().get({ seq });
  if (!log) return null;
  const index = seq - log.firstSeq;
  const { size, note } = firstCosignedCheckpoint(log, index) ?? checkpointWith(log, index);
  return formatTlogProof({
    extra: encodeExtra(Buffer.from(entry), salt ?? Buffer.alloc(0)),
    index,
    hashes: inclusionProof(index, size, committedNodesOf(log.number)),
    checkpoint: note,
  });
}

/**
 * The tlog-proof of the entry about a certificate or verification, against a checkpoint of its log. Null without an entry.
 * @param subject `seq` of the certificate or verification
 * @param document selects one of several entries
 */
export function proveSubject(type: EntryType, subject: number, document?: Buffer): string | null {
  const row = rowOfSubject(type, subject, document);
  return row ? proveEntry(row) : null;
}
