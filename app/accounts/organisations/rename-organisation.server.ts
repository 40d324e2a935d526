import { and, eq, exists, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { memberships, organisations } from '#db/schema/organisations.ts';

/**
 * Gives an organisation a name, and the account that registered it too while that is the owner: both have one name then.
 */
export function renameOrganisation(tx: Transaction, organisationId: string, name: string) {
  tx.update(organisations).set({ name }).where(eq(organisations.id, organisationId)).run();
  const membership = tx
    .select({ one: sql`1` })
    .from(memberships)
    .where(
      and(
        eq(memberships.organisationId, organisationId),
        eq(memberships.userId, organisationId),
        eq(memberships.role, 'owner'),
      ),
    );
  tx.update(users)
    .set({ name })
    .where(and(eq(users.id, organisationId), exists(membership)))
    .run();
}
