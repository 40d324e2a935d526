import { workInSteps } from '#app/shared/background-work.server.ts';
import { preparedSql, type Transaction, transaction } from '#db/client.ts';

/** The most rows to read in a step. The outbox has no index on addresses and texts, so every row is read. */
const MOST_A_STEP = 2_000;

const lastOfStep = preparedSql<{ seq: number | null }>(
  'select max(seq) as seq from (select seq from outbox where seq > ? order by seq limit ?)',
);
const deleteByAddress = preparedSql(
  `delete from outbox where seq > @after and seq <= @end and (
     to_address in (select value from json_each(@sought)) or reply_to in (select value from json_each(@sought)))`,
);
const waiting = preparedSql<{ seq: number; text: string }>(
  'select seq, text from outbox where seq > @after and seq <= @end and next_attempt_at is not null',
);
const deleteOne = preparedSql('delete from outbox where seq = ?');

/** Reads the whole outbox in steps, between which other requests run. @returns the last row that was there */
async function inSteps(step: (range: { after: number; end: number }) => void): Promise<number> {
  let after = 0;
  await workInSteps(MOST_A_STEP, (most) => {
    const end = lastOfStep().get(after, most)?.seq ?? null;
    if (end === null) return false;
    step({ after, end });
    after = end;
    return true;
  });
  return after;
}

/**
 * Deletes all mails to and from these addresses, also those that wait.
 * @param addresses in lower case
 * @returns the last row of the outbox that was read
 */
export function deleteMailsTo(addresses: readonly string[]): Promise<number> {
  const sought = JSON.stringify(addresses);
  return inSteps((range) => deleteByAddress().run({ ...range, sought }));
}

/** The same for the few mails after a row of the outbox, in the caller's transaction. */
export function deleteMailsSince(_tx: Transaction, addresses: readonly string[], after: number) {
  deleteByAddress().run({ after, end: Number.MAX_SAFE_INTEGER, sought: JSON.stringify(addresses) });
}

/** The IDs of certificates in a text. Each is found wherever it begins, also right after other groups of characters. */
const UNIQUE_IDS = /(?=([0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}))/g;

/** Deletes mails that wait and name the holder of a certificate. @param certificates their IDs and names, as mails have them */
export async function deleteMailsAbout(certificates: readonly { id: string; name: string }[]) {
  const names = new Map(certificates.map(({ id, name }) => [id, name]));
  const isAbout = (text: string) =>
    [...text.matchAll(UNIQUE_IDS)].some(([, id = '']) => {
      const name = names.get(id);
      return name !== undefined && text.includes(name);
    });
  await inSteps((range) => {
    const found = waiting()
      .all(range)
      .filter(({ text }) => isAbout(text));
    transaction(() => {
      for (const { seq } of found) deleteOne().run(seq);
    });
  });
}
