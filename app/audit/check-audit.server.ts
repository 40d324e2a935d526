import { decodeBase64, encodeBase64, parseEntry, parseJsonObject } from '@certrace/verify';
import { appendDigest } from '#app/log/append-entry.server.ts';
import { logState } from '#app/log/log-state.server.ts';
import { startPeriodic } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { preparedValue, sqlite, transaction } from '#db/client.ts';
import { type AuditRow, hashOfRow } from './append-row.server.ts';

/** `log_entries.subject` of these entries, so that the index finds the newest one. */
const SUBJECT = 0;
const HOUR_MS = 3_600_000;
const RETRY_MS = 60_000;

const newestHash = preparedValue<Buffer>('select hash from audit_rows order by seq desc limit 1');
const newestEntry = preparedValue<string>(
  `select entry from log_entries where subject = ${SUBJECT} and type = 'audit' order by seq desc limit 1`,
);

const dayOf = (time: string) => time.slice(0, 10);

/**
 * Adds the hash of the audit trail's newest row to the log, once a day (UTC). Does nothing while the trail is empty.
 * @returns whether the log has the day's entry or needs none
 */
export function logNewestRow(): boolean {
  if (logState().kind !== 'ok') return false;
  transaction((tx) => {
    const hash = newestHash().get();
    const entry = newestEntry().get();
    const last = entry === undefined ? null : parseEntry(Buffer.from(entry));
    if (!hash || (last && dayOf(last.time) >= dayOf(new Date(now()).toISOString()))) return;
    appendDigest(tx, 'audit', { salt: null, digest: encodeBase64(hash) }, SUBJECT);
  });
  return true;
}

/** Adds the entry at the start and in the first hour of each day. Returns a function that stops it. */
export const startLoggingAudit = () =>
  startPeriodic('audit log', () => (logNewestRow() ? HOUR_MS - (now() % HOUR_MS) : RETRY_MS), RETRY_MS);

/** Least time that a row is kept, as in the trigger that refuses earlier deletions. */
const KEPT_MS = 90 * 86_400_000;

const ROWS = `select seq, at, act, actor_kind as actorKind, actor_id as actorId, organisation_id as organisationId,
  object_kind as objectKind, object_id as objectId, address, session_id as sessionId, before, after, previous, hash
  from audit_rows order by seq`;

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The audit trail as it was read: its first and last row, the hashes of its rows, and the rows that declare deletions. */
type Trail = {
  first: AuditRow | undefined;
  last: AuditRow | undefined;
  rows: number;
  hashes: Set<string>;
  /** Hashes of the last row of each deletion after the retention. */
  expired: Set<unknown>;
  /** When rows were last deleted. */
  expiredAt: number;
  /** When entries of the log were last restored without what they are about. */
  caughtUpAt: number;
  problems: string[];
};

/** The hash in a row 'audit.expired'. */
function declaredHash({ after }: AuditRow): unknown {
  const facts = parseJsonObject(Buffer.from(after ?? ''), 1_024);
  return typeof facts === 'string' ? null : facts.hash;
}

/** Recomputes the hash of each row and compares it with the row and with the next one. */
function readTrail(): Trail {
  const trail: Trail = {
    first: undefined,
    last: undefined,
    rows: 0,
    hashes: new Set(),
    expired: new Set(),
    expiredAt: 0,
    caughtUpAt: 0,
    problems: [],
  };
  for (const row of sqlite().prepare<unknown[], AuditRow>(ROWS).iterate()) {
    const { last } = trail;
    if (!row.hash.equals(hashOfRow(row))) trail.problems.push(`row ${row.seq} was changed`);
    if (last && !row.previous.equals(last.hash))
      trail.problems.push(`row ${row.seq} does not follow row ${last.seq}`);
    trail.first ??= row;
    trail.last = row;
    trail.rows += 1;
    trail.hashes.add(hex(row.hash));
    if (row.act === 'audit.expired') {
      trail.expired.add(declaredHash(row));
      trail.expiredAt = row.at;
    }
    if (row.act === 'log.caught_up') trail.caughtUpAt = row.at;
  }
  return trail;
}

/** Rows that are missing at the ends of the trail. */
function missingEnds({ first, last, expired }: Trail): string[] {
  const issued = sqlite().prepare("select seq from sqlite_sequence where name = 'audit_rows'").pluck().get();
  const problems: string[] = [];
  if (Number(issued ?? 0) !== (last?.seq ?? 0))
    problems.push(`row ${issued} was the newest one, and is missing`);
  if (first && first.previous.length > 0 && !expired.has(hex(first.previous)))
    problems.push(`the rows before row ${first.seq} are missing, although none says that they expired`);
  return problems;
}

type NamedRow = { time: number; hash: string; isLost: boolean };

/** The rows that entries of the log name, oldest first. */
const rowsInLog = (): NamedRow[] =>
  sqlite()
    .prepare<unknown[], { entry: string; type: string }>(
      `select entry, type from log_entries where entry like '{"v":1,"type":"audit",%' order by seq`,
    )
    .all()
    .flatMap(({ entry, type }) => {
      const parsed = parseEntry(Buffer.from(entry));
      const hash = parsed && decodeBase64(parsed.digest);
      return parsed && hash
        ? [{ time: Date.parse(parsed.time), hash: hex(hash), isLost: type === 'lost' }]
        : [];
    });

/** Rows that entries of the log name, and that are not in the trail although they have not expired. */
function missingFromLog({ first, hashes, expiredAt, caughtUpAt }: Trail): string[] {
  const named = rowsInLog();
  return named.flatMap(({ time, hash, isLost }, index) => {
    if (hashes.has(hash) || (isLost && time <= caughtUpAt)) return [];
    // The row is younger than the entry before, unless that names the same row.
    const after = named.slice(0, index).findLast((other) => other.hash !== hash)?.time ?? 0;
    const mayHaveExpired = first !== undefined && time < first.at && after < expiredAt - KEPT_MS;
    if (mayHaveExpired) return [];
    return [
      `the row that the log's entry of ${new Date(time).toISOString()} names is missing or was changed`,
    ];
  });
}

/** The number of entries that a checkpoint states in its second line. Its signature is a matter of the log's own check. */
const statedSize = (checkpoint: string) => Number(/^[^\n]+\n(\d{1,15})\n/.exec(checkpoint)?.[1] ?? 0);

/** Entries that a log had and has no longer. Any of them may have been the one that names a row which is cut off as well. */
function missingEntries(): string[] {
  const held = sqlite()
    .prepare<unknown[], number>('select count(*) from log_entries where seq >= ? and seq < ?')
    .pluck();
  return sqlite()
    .prepare<unknown[], { origin: string; firstSeq: number; size: number; checkpoint: string }>(
      'select origin, first_seq as firstSeq, size, checkpoint from logs order by number',
    )
    .all()
    .flatMap(({ origin, firstSeq, size, checkpoint }) => {
      const had = Math.max(size, statedSize(checkpoint));
      const has = held.get(firstSeq, firstSeq + had) ?? 0;
      if (has === had) return [];
      return [
        `${origin}: ${had - has} of ${had} entries are missing, which may have named rows of the trail`,
      ];
    });
}

/**
 * Compares the audit trail with itself and with the log.
 * @returns the number of rows, and one line per problem
 */
export function checkAudit(): { rows: number; problems: string[] } {
  const trail = readTrail();
  const problems = [
    ...trail.problems.slice(0, 20),
    ...missingEnds(trail),
    ...missingFromLog(trail),
    ...missingEntries(),
  ];
  return { rows: trail.rows, problems };
}
