import { eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { memberships } from '#db/schema/organisations.ts';

/** The organisation that an account acts for after its login: its own, or its only one. Null for none, or for one of several. */
export function defaultOrganisation(tx: Pick<Transaction, 'select'>, userId: string): string | null {
  const found = tx
    .select({ id: memberships.organisationId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .all();
  if (found.some(({ id }) => id === userId)) return userId;
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}
