import { letOthersRun } from '#app/shared/event-loop.server.ts';
import { preparedSql } from '#db/client.ts';

/** Rows read per step. No index has what is sought. */
const SCANNED = 2_000;

const lastOfStep = preparedSql<{ seq: number | null }>(
  'select max(seq) as seq from (select seq from outbox where seq > ? order by seq limit ?)',
);
const deleteByAddress = preparedSql(
  `delete from outbox where seq > @after and seq <= @end and (
     to_address in (select value from json_each(@sought)) or reply_to in (select value from json_each(@sought)))`,
);
const deleteByText = preparedSql(
  `delete from outbox where seq > @after and seq <= @end and next_attempt_at is not null and exists (
     select 1 from json_each(@sought) where instr(text, value ->> 'id') and instr(text, value ->> 'name'))`,
);

/** Runs a statement on all rows of the outbox, in steps between which other requests run. */
async function inSteps(statement: ReturnType<typeof deleteByText>, sought: unknown) {
  for (let after = 0; ; ) {
    const end = lastOfStep().get(after, SCANNED)?.seq ?? null;
    if (end === null) return;
    statement.run({ after, end, sought: JSON.stringify(sought) });
    after = end;
    await letOthersRun();
  }
}

/** Deletes all mails to and from these addresses, also those that wait. @param addresses in lower case */
export const deleteMailsTo = (addresses: readonly string[]) => inSteps(deleteByAddress(), addresses);

/** Deletes mails that wait and name the holder of a certificate. @param certificates their IDs and names, as mails have them */
export const deleteMailsAbout = (certificates: readonly { id: string; name: string }[]) =>
  inSteps(deleteByText(), certificates);
