import { and, eq, ne } from 'drizzle-orm';
import { EXPIRE_DATA_EXPORTS } from '#app/accounts/expire-data-exports.ts';
import { preparedSql, type Transaction } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { memberships, ownershipTransfers } from '#db/schema/organisations.ts';

const expireExports = preparedSql(`${EXPIRE_DATA_EXPORTS} user_id = ?`);

/** Expires the copies of data of a person that may not read an organisation's data any more. */
export const expireCopiesOf = (_tx: Transaction, userId: string) => expireExports().run(userId);

/**
 * Ends a membership with its sessions and API tokens for the organisation, and its copies of data.
 * @param keeps a session that goes on for the account itself
 * @returns false, without any change, for the owner and for an account that is not a member
 */
export function endMembership(
  tx: Transaction,
  { organisationId, userId }: { organisationId: string; userId: string },
  keeps?: string,
): boolean {
  const own = and(eq(memberships.organisationId, organisationId), eq(memberships.userId, userId));
  if (
    tx
      .delete(memberships)
      .where(and(own, ne(memberships.role, 'owner')))
      .run().changes === 0
  )
    return false;
  const offer = and(
    eq(ownershipTransfers.organisationId, organisationId),
    eq(ownershipTransfers.userId, userId),
  );
  tx.delete(ownershipTransfers).where(offer).run();
  endSessionsFor(tx, organisationId, userId, keeps);
  return true;
}

/**
 * Ends an account's sessions and API tokens for an organisation, except one, which acts for the account itself from now on, and expires its
 * copies of data.
 */
export function endSessionsFor(tx: Transaction, organisationId: string, userId: string, keeps?: string) {
  expireCopiesOf(tx, userId);
  const acting = and(eq(sessions.organisationId, organisationId), eq(sessions.userId, userId));
  if (keeps) {
    const kept = and(acting, eq(sessions.id, keeps), ne(sessions.kind, 'token'));
    tx.update(sessions).set({ organisationId: null }).where(kept).run();
  }
  tx.delete(sessions).where(acting).run();
}
