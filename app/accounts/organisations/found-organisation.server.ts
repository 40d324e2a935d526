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
