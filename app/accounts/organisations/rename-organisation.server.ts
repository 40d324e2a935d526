import { eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { organisations } from '#db/schema/organisations.ts';
import { roleOf } from './membership.server.ts';

/**
 * Gives an organisation a name, and the account that registered it too while that is the owner: both have one name then.
 */
export function renameOrganisation(tx: Transaction, organisationId: string, name: string) {
  tx.update(organisations).set({ name }).where(eq(organisations.id, organisationId)).run();
  if (roleOf(organisationId, organisationId) === 'owner')
    tx.update(users).set({ name }).where(eq(users.id, organisationId)).run();
}
