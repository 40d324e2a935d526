import {
  EMPTY_ROOT,
  entryDigest,
  type Hash,
  hashLeaf,
  hashNode,
  openCheckpoint,
  parseEntry,
  parseVerifierKey,
} from '@certrace/verify';
import type Database from 'better-sqlite3';
import { db, sqlite } from '#db/client.ts';
import { type logEntries, logs } from '#db/schema/log.ts';
import { describeLogState, logState } from './log-state.server.ts';

type Row = typeof logEntries.$inferSelect & { erased: 0 | 1 };

/** Adds leaves to a Merkle tree (RFC 9162, section 2.1) and keeps only the roots of its complete subtrees. */
function rootBuilder() {
  const subtrees: { level: number; hash: Hash }[] = [];
  return {
    add(leaf: Hash) {
      let node = { level: 0, hash: leaf };
      for (let left = subtrees.at(-1); left?.level === node.level; left = subtrees.at(-1)) {
        subtrees.pop();
        node = { level: node.level + 1, hash: hashNode(left.hash, node.hash) };
      }
      subtrees.push(node);
    },
    root(): Hash {
      const hashes = subtrees.map(({ hash }) => hash);
      return hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => hashNode(left, right));
    },
  };
}

/**
 * Whether an entry matches its document. Documents marked as lost and older lists of issuers, which are not kept, always match. So
 * do entries for the audit trail, which the check of the trail compares, and certificates whose holder was erased.
 */
function isOfItsDocument({ entry, type, salt, document, erased }: Row): boolean {
  if (type === 'issue' && erased) return true;
  if (['lost', 'origin', 'audit'].includes(type) || (type === 'issuers' && document === null)) return true;
  return (
    salt !== null &&
    document !== null &&
    parseEntry(Buffer.from(entry))?.digest === entryDigest(salt, document)
  );
}

/**
 * Recomputes each log from its entries and compares it with its signed checkpoint, each entry with its document, and the
 * current log with KEYS_DIR.
 * @param live the database of the site, when the open one is a copy of it
 * @returns the number of entries, and one line per problem
 */
export function checkLog(live = sqlite()): { entries: number; problems: string[] } {
  const problems: string[] = [];
  const all = db().select().from(logs).orderBy(logs.number).all();
  const rows = sqlite().prepare<unknown[], Row>(
    `select l.seq, l.entry, l.type, l.salt, coalesce(l.document, c.bytes) as document, e.certificate_id is not null as erased
     from log_entries l
     left join certificates x on l.type = 'issue' and x.seq = l.subject left join erasures e on e.certificate_id = x.id
     left join certificate_credentials c on l.type = 'issue' and c.certificate_seq = l.subject
     where l.seq >= ? and l.seq < ?
     order by l.seq`,
  );
  let entries = 0;
  for (const log of all) {
    const tree = rootBuilder();
    let size = 0;
    for (const row of rows.iterate(log.firstSeq, log.firstSeq + log.size)) {
      tree.add(hashLeaf(Buffer.from(row.entry)));
      size += 1;
      if (!isOfItsDocument(row))
        problems.push(`${log.origin}: entry ${size - 1} does not match its document`);
    }
    entries += size;
    const key = parseVerifierKey(log.verifierKey);
    const checkpoint = key && openCheckpoint(log.checkpoint, key);
    if (size !== log.size) problems.push(`${log.origin}: has ${size} of ${log.size} entries`);
    else if (size > 0 && checkpoint?.size !== size) problems.push(`${log.origin}: has no signed checkpoint`);
    else if (checkpoint && Buffer.compare(checkpoint.root, tree.root()) !== 0) {
      problems.push(`${log.origin}: its entries do not match its checkpoint`);
    }
  }
  const state = problemOfState(live);
  if (state) problems.push(state);
  return { entries, problems };
}

const sizeOfLog = (database: Database.Database) =>
  Number(database.prepare('select size from logs order by number desc limit 1').pluck().get() ?? 0);

/** The conflict between the current log and KEYS_DIR, or null. */
function problemOfState(live: Database.Database): string | null {
  try {
    const state = logState();
    // A server has signed more since the copy was made.
    if (state.kind === 'behind' && sizeOfLog(live) >= state.signedSize) return null;
    return describeLogState(state);
  } catch (error) {
    // A key is damaged.
    return error instanceof Error ? error.message : String(error);
  }
}
