import { eq, sql } from 'drizzle-orm';
import { db, prepared } from '#db/client.ts';
import { rowCounts } from '#db/schema/operations.ts';

/** Tables whose rows are counted by state; `mail 0` are the messages of lane 0. */
export type CountedRows = 'payments' | 'verifications' | 'batches' | `mail ${number}`;

const ofSubject = prepared(() =>
  db()
    .select({ state: rowCounts.state, count: rowCounts.count })
    .from(rowCounts)
    .where(eq(rowCounts.subject, sql.placeholder('subject')))
    .prepare(),
);

/** The number of rows in each of these states. */
export function countRows<State extends string>(subject: CountedRows, states: readonly State[]) {
  const counts = new Map(
    ofSubject()
      .all({ subject })
      .map(({ state, count }) => [state, count]),
  );
  return states.map((state) => ({ state, count: counts.get(state) ?? 0 }));
}
