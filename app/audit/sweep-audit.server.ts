import { env } from '#app/config/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { preparedSql, transaction } from '#db/client.ts';
import { recordAct } from './record-act.server.ts';

const DAY_MS = 86_400_000;

const oldest = preparedSql<{ at: number }>('select at from audit_rows order by seq limit 1');
/** The last of the oldest rows. The newest row stays, because the next one has its hash. */
const lastExpired = preparedSql<{ seq: number; hash: Buffer }>(
  `select seq, hash from (select seq, hash, at from audit_rows order by seq limit ?)
   where at < ? and seq < (select max(seq) from audit_rows) order by seq desc limit 1`,
);
const deleteThrough = preparedSql('delete from audit_rows where seq <= ?');
const deleteExportsThrough = preparedSql('delete from audit_exports where seq <= ?');

/**
 * Deletes rows of the audit trail after their retention, and records it in a row that has the hash of the last one, so that the rest
 * still proves to be whole. Runs once a day at most, as long as steps suffice.
 */
export function sweepAudit(limit: number): number {
  const until = now() - env().RETENTION_AUDIT_DAYS * DAY_MS;
  const first = oldest().get();
  if (!first || first.at >= until - DAY_MS) return 0;
  return transaction((tx) => {
    const last = lastExpired().get(limit, until);
    if (!last) return 0;
    recordAct(tx, { kind: 'system' }, 'audit.expired', {
      object: ['audit', String(last.seq)],
      after: { hash: last.hash.toString('hex') },
    });
    deleteExportsThrough().run(last.seq);
    return deleteThrough().run(last.seq).changes;
  });
}
