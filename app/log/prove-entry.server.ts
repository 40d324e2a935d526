import { type EntryType, encodeExtra, formatTlogProof, inclusionProof } from '@certrace/verify';
import { desc, lte, sql } from 'drizzle-orm';
import { db, prepared, sqlite } from '#db/client.ts';
import { logs } from '#db/schema/log.ts';
import { nodesOf } from './log.server.ts';

type EntryRow = { seq: number; entry: string; salt: Buffer | null };

const entryOfSubject = prepared(() =>
  sqlite.prepare(
    'select seq, entry, salt from log_entries where subject = ? and type = ? order by seq limit 1',
  ),
);
const logWith = prepared(() =>
  db
    .select()
    .from(logs)
    .where(lte(logs.firstSeq, sql.placeholder('seq')))
    .orderBy(desc(logs.firstSeq))
    .limit(1)
    .prepare(),
);

/**
 * The tlog-proof of the entry about a certificate or verification, against its log's last checkpoint; null when it has none.
 * @param subject `seq` of the certificate or verification
 */
export function proveSubject(type: EntryType, subject: number): string | null {
  const row = entryOfSubject().get(subject, type) as EntryRow | undefined;
  const log = row && logWith().get({ seq: row.seq });
  if (!row || !log) return null;
  const index = row.seq - log.firstSeq;
  return formatTlogProof({
    extra: encodeExtra(Buffer.from(row.entry), row.salt ?? Buffer.alloc(0)),
    index,
    hashes: inclusionProof(index, log.size, nodesOf(log.number)),
    checkpoint: log.checkpoint,
  });
}
