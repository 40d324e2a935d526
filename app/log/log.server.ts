import type { Checkpoint, EntryType, Hash, ReadNode } from '@certrace/verify';
import { encodeBase64, hashLeaf, hashNode, rootHash, sha256, signCheckpoint } from '@certrace/verify';
import { desc } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { fewRandomBytes } from '#app/shared/ids.server.ts';
import { db, prepared, preparedSql, preparedValue, type Transaction } from '#db/client.ts';
import { installation, logs } from '#db/schema/log.ts';
import { masterKey, privateKeyOf, verifierKeyOfNewLog } from './log-key.server.ts';

export type Log = typeof logs.$inferSelect;

const current = prepared(() => db().select().from(logs).orderBy(desc(logs.number)).limit(1).prepare());
const nodeHash = preparedValue<Hash>(
  'select hash from log_nodes where log = ? and level = ? and position = ?',
);
const insertNode = preparedSql('insert into log_nodes (log, level, position, hash) values (?, ?, ?, ?)');
const insertEntry = preparedSql(
  'insert into log_entries (entry, type, salt, subject, document) values (?, ?, ?, ?, ?)',
);
const selectEntries = preparedValue<string>(
  'select entry from log_entries where seq >= ? and seq < ? order by seq',
);
const lastSeq = preparedValue<number | null>('select max(seq) from log_entries');
const updateLog = preparedSql('update logs set size = ?, checkpoint = ? where number = ?');

/** The current log, or undefined before its first entry. */
export const currentLog = (): Log | undefined => current().get();

const anyLog = preparedValue('select 1 from logs limit 1');

/** Whether a log exists. Cheaper than reading it. */
export const hasLog = (): boolean => anyLog().get() !== undefined;

export const logPath = (number: number) => (number === 1 ? '/log' : `/log/${number}`);

/** Reads a log's nodes from the database. */
export const nodesOf =
  (log: number): ReadNode =>
  (level, position) => {
    const hash = nodeHash().get(log, level, position);
    if (!hash) throw new Error(`log ${log} lacks node ${level}/${position}`);
    return hash;
  };

/** The entries of a log from index `start` on, before index `end`. */
export const entriesOf = ({ firstSeq }: Log, start = 0, end = 2 ** 48): string[] =>
  selectEntries().all(firstSeq + start, firstSeq + end);

/** Starts a log. Its origin is its URL without the scheme. @throws as `writeKeyFolder` */
export function beginLog(tx: Transaction, number: number): Log {
  if (!tx.select().from(installation).get()) {
    const id = fewRandomBytes(16).toString('hex');
    tx.insert(installation).values({ id, createdAt: now() }).run();
  }
  // A log is only continued with a master key, from which the issuers' keys are derived.
  masterKey();
  const origin = `${env().appHost}${logPath(number)}`;
  return tx
    .insert(logs)
    .values({
      number,
      origin,
      verifierKey: verifierKeyOfNewLog(origin, number === 1),
      firstSeq: (lastSeq().get() ?? 0) + 1,
      size: 0,
      checkpoint: '',
      startedAt: now(),
    })
    .returning()
    .get();
}

let hasNewEntries = false;

type NewEntry = {
  type: EntryType | 'lost';
  entry: string;
  salt: Uint8Array | null;
  subject: number | null;
  document: Uint8Array | null;
};

/** Inserts an entry's row; the commit adds it to the tree. */
export function insertLogEntry({ type, entry, salt, subject, document }: NewEntry): number {
  hasNewEntries = true;
  return Number(insertEntry().run(entry, type, salt, subject, document).lastInsertRowid);
}

/**
 * Adds this transaction's entries to the tree and signs one checkpoint for them.
 * @returns whether there were any
 */
export function integrateEntries(): boolean {
  if (!hasNewEntries) return false;
  hasNewEntries = false;
  const log = currentLog();
  if (!log) return false;
  const added = entriesOf(log, log.size);
  // The savepoints of the entries may have been rolled back.
  if (added.length === 0) return false;
  const read = nodesOf(log.number);
  const leaves = added.map((entry) => hashLeaf(Buffer.from(entry)));
  for (const { level, index, hash } of completedNodes(log.size, leaves, read)) {
    insertNode().run(log.number, level, index, hash);
  }
  const size = log.size + added.length;
  const checkpoint: Checkpoint = { origin: log.origin, size, root: rootHash(size, read) };
  const privateKey = privateKeyOf(log);
  if (!privateKey) throw new Error(`KEYS_DIR has no key of the log ${log.origin}`);
  updateLog().run(size, signCheckpoint(checkpoint, { name: log.origin, privateKey }), log.number);
  return true;
}

/** The root of a log at an earlier or the current size. */
export const rootAt = (log: Log, size: number): Hash => rootHash(size, nodesOf(log.number));

/** The digest of an `origin` entry: SHA-256 of the old log's last checkpoint. */
export const originDigest = (checkpoint: string) => encodeBase64(sha256(Buffer.from(checkpoint)));

const verifierKeyOfEach = preparedValue<string>('select verifier_key from logs order by number');

/** The verifier keys of all logs, oldest first. Proofs against older logs stay valid. */
export const verifierKeys = () => verifierKeyOfEach().all();

const lostEntry = preparedValue("select 1 from log_entries where subject is null and type = 'lost' limit 1");

/** Whether the log has entries whose documents are lost. */
export const hasLostEntries = () => lostEntry().get() !== undefined;

/** The hash of a complete subtree: 2^level leaves from leaf index × 2^level. */
export type Node = { level: number; index: number; hash: Hash };

/**
 * The nodes that become complete when leaves are added: each leaf, and each inner node whose last leaf is among them. Roots,
 * proofs and tiles are computed from these and the earlier nodes.
 * @param size the number of leaves before
 * @param read reads an earlier node
 */
export function completedNodes(size: number, leaves: Hash[], read: ReadNode): Node[] {
  const nodes: Node[] = [];
  const made = new Map<string, Hash>();
  const add = (level: number, index: number, hash: Hash) => {
    nodes.push({ level, index, hash });
    made.set(`${level}/${index}`, hash);
  };
  for (const [place, leaf] of leaves.entries()) {
    let [level, index, hash] = [0, size + place, leaf];
    add(level, index, hash);
    while (index % 2 === 1) {
      hash = hashNode(made.get(`${level}/${index - 1}`) ?? read(level, index - 1), hash);
      level += 1;
      index = (index - 1) / 2;
      add(level, index, hash);
    }
  }
  return nodes;
}
