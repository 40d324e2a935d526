import { letOthersRun } from '#app/shared/event-loop.server.ts';
import { preparedSql } from '#db/client.ts';

/** Rows read per step. No index has the recipients of mails that were delivered. */
const SCANNED = 2_000;

const lastOfStep = preparedSql<{ seq: number | null }>(
  'select max(seq) as seq from (select seq from outbox where seq > ? order by seq limit ?)',
);
const deleteBetween = preparedSql(
  'delete from outbox where seq > ? and seq <= ? and to_address in (select value from json_each(?))',
);

/** Deletes all mails to these addresses, also those that wait. @param addresses in lower case */
export async function deleteMailsTo(addresses: readonly string[]) {
  for (let after = 0; ; ) {
    const end = lastOfStep().get(after, SCANNED)?.seq ?? null;
    if (end === null) return;
    deleteBetween().run(after, end, JSON.stringify(addresses));
    after = end;
    await letOthersRun();
  }
}
