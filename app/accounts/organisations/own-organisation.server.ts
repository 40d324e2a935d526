import { eq } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import type { Transaction } from '#db/client.ts';
import { memberships, organisations } from '#db/schema/organisations.ts';

/** Makes the organisation of an account that registers as an issuer, and the account its owner. */
export function foundOrganisation(
  tx: Transaction,
  { id, name, username }: { id: string; name: string; username: string },
) {
  const since = now();
  tx.insert(organisations).values({ id, name, username, createdAt: since }).run();
  tx.insert(memberships).values({ organisationId: id, userId: id, role: 'owner', since }).run();
}

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
