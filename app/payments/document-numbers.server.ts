import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { documentNumbers } from '#db/schema/payments.ts';

type Series = (typeof documentNumbers.$inferSelect)['series'];

/** Takes the next number of a series. A rollback returns it, so that no number is missing. */
export function nextNumber(tx: Transaction, series: Series): number {
  const row = tx
    .insert(documentNumbers)
    .values({ series, last: 1 })
    .onConflictDoUpdate({ target: documentNumbers.series, set: { last: sql`${documentNumbers.last} + 1` } })
    .returning()
    .get();
  return row.last;
}
