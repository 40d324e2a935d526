import {
  EMPTY_ROOT,
  encodeBundle,
  parseEntry,
  parseTilePath,
  signCheckpoint,
  TILE_WIDTH,
  verifierKeyOf,
  widthInTree,
} from '@certrace/verify';
import { asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { env } from '#app/config/env.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { page, seqBefore } from '#app/shared/list-queries.server.ts';
import { db, prepared, preparedSql, preparedValue } from '#db/client.ts';
import { logs } from '#db/schema/log.ts';
import { entriesOf, hasLog, type Log, logPath, nodesOf, rootAt } from './log.server.ts';
import { LOG_KEY, logPrivateKey, masterKey, readSecret, verifierKeyOfNewLog } from './log-key.server.ts';
import { entryAt } from './prove-entry.server.ts';
import { type Cosigner, cosignersOf, publishedCheckpoint } from './published-checkpoint.server.ts';

const originOfFirstLog = () => `${env().appHost}${logPath(1)}`;

const issuerKey = preparedValue<number>('select 1 from issuer_keys limit 1');

/**
 * Creates the keys of a new site, so that its log and its DID document can be read before the first entry. A database that has a key or an
 * entry needs the keys that it had.
 * @throws as `writeKeyFolder`
 */
export function createFirstKeys() {
  if (hasLog() || issuerKey().get() !== undefined) return;
  masterKey();
  verifierKeyOfNewLog(originOfFirstLog(), true);
}

/** The log of a site before its first entry, which begins it in the database. Undefined afterwards, and without its key. */
function emptyLog(): Log | undefined {
  const secret = hasLog() ? null : readSecret(LOG_KEY);
  if (!secret) return undefined;
  const origin = originOfFirstLog();
  const signer = { name: origin, privateKey: logPrivateKey(secret, origin) };
  return {
    number: 1,
    origin,
    verifierKey: verifierKeyOf(signer),
    firstSeq: 1,
    size: 0,
    checkpoint: signCheckpoint({ origin, size: 0, root: EMPTY_ROOT }, signer),
    startedAt: 0,
  };
}

const PAGE = 50;
export const logQuerySchema = z.object({ cursor: z.string().optional() });

const entriesBefore = preparedSql<{ seq: number; entry: string }>(
  'select seq, entry from log_entries where seq >= ? and seq < ? order by seq desc limit ?',
);

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The head of a log's tree: its root, and the largest complete subtrees from left to right. */
type TreeHead = { size: number; root: string; subtrees: { size: number; hash: string }[] };

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
type PublishedLog = Pick<Log, 'origin' | 'verifierKey' | 'size' | 'checkpoint'> & {
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

const TILE_HEIGHT = 8;

const byNumber = prepared(() =>
  db()
    .select()
    .from(logs)
    .where(eq(logs.number, sql.placeholder('number')))
    .prepare(),
);
const hashesBetween = preparedValue<Buffer>(
  'select hash from log_nodes where log = ? and level = ? and position >= ? and position < ? order by position',
);

/** @throws AppError not-found for a log that does not exist */
function findLog(number: string): Log {
  const log = /^[1-9]\d{0,5}$/.test(number) ? byNumber().get({ number: Number(number) }) : undefined;
  const found = log ?? (number === '1' ? emptyLog() : undefined);
  if (!found) throw notFound();
  return found;
}

/**
 * The published checkpoint of a log, with its cosignatures. It has the size 0 before the first entry.
 * @throws AppError not-found
 */
export const readLogCheckpoint = (number: string): string => publishedCheckpoint(findLog(number)).note;

/**
 * The last checkpoint of the log before, to which the first entry of a log commits.
 * @throws AppError not-found for the first log
 */
export function readPreviousCheckpoint(number: string): Buffer {
  const first = entryAt(findLog(number).firstSeq);
  if (first?.type !== 'origin' || !first.document) throw notFound();
  return first.document;
}

/**
 * A tile or entry bundle (C2SP tlog-tiles). Partial ones exist for every published size.
 * @param path as in `tile/0/x001/067.p/12`
 * @throws AppError not-found for a path that is not canonical or beyond the tree
 */
export function readTile(number: string, path: string): Uint8Array {
  const log = findLog(number);
  const tile = parseTilePath(path);
  if (!tile || tile.width > widthInTree(tile, log.size)) throw notFound();
  const start = tile.index * TILE_WIDTH;
  const end = start + tile.width;
  if (tile.level === 'entries') {
    return encodeBundle(entriesOf(log, start, end).map((entry) => Buffer.from(entry)));
  }
  return Buffer.concat(hashesBetween().all(log.number, tile.level * TILE_HEIGHT, start, end));
}
