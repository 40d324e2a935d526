import type { EntryType, Hash, ReadNode } from '@certrace/verify';
import { encodeExtra, formatTlogProof, inclusionProof, parseEntry } from '@certrace/verify';
import { desc, lte, sql } from 'drizzle-orm';
import { db, prepared, preparedSql } from '#db/client.ts';
import { type logEntries, logs } from '#db/schema/log.ts';
import { nodesOf } from './log.server.ts';
import { checkpointWith, firstCosignedCheckpoint } from './published-checkpoint.server.ts';

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
