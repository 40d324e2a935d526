import { and, eq, gte, isNull, ne } from 'drizzle-orm';
import { removeSecondFactor } from '#app/accounts/second-factor/manage-second-factor.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { preparedValue, type Transaction } from '#db/client.ts';
import { accountAddresses, oneTimeTokens, users } from '#db/schema/accounts.ts';
import { webhooks } from '#db/schema/events.ts';
import { accountDeletions } from '#db/schema/privacy.ts';
import { t } from '#messages';
import { endSessions } from './sessions.server.ts';

/** The stored hash of a password that no input matches. */
export const NO_PASSWORD = '';

export const setPasswordFirst = () => t('closedAccount.setANewPasswordFirst');

const passwordHashOf = preparedValue<string>('select password_hash from users where id = ?');

/** Whether nobody can log in to the account before a mailed link has set a password. */
export const isClosed = (userId: string): boolean => passwordHashOf().get(userId) === NO_PASSWORD;

/** Removes addresses that an account got since a time, and switches its new webhooks off. @returns whether there were any */
function takeBackAdditions(tx: Transaction, userId: string, since: number): boolean {
  const removed = tx
    .delete(accountAddresses)
    .where(and(eq(accountAddresses.userId, userId), gte(accountAddresses.provedAt, since)))
    .run();
  const switchedOff = tx
    .update(webhooks)
    .set({ switchedOffAt: now(), switchedOffBy: 'owner' })
    .where(and(eq(webhooks.userId, userId), gte(webhooks.createdAt, since), isNull(webhooks.switchedOffAt)))
    .run();
  return removed.changes + switchedOff.changes > 0;
}

/**
 * Closes every way into an account but a mailed link that sets a password, and takes back what somebody else may have left behind. The
 * mailed link to object to the removal of the second factor stays.
 * @param changedAt when somebody else may have begun to act
 * @param since a second factor from before stays, and the link asks for it
 * @returns whether the account had addresses or webhooks from that time
 */
export function closeAccount(
  tx: Transaction,
  userId: string,
  { changedAt, since }: { changedAt: number; since: number },
): boolean {
  tx.update(users).set({ passwordHash: NO_PASSWORD, googleSub: null }).where(eq(users.id, userId)).run();
  endSessions(tx, userId);
  removeSecondFactor(tx, userId, since);
  tx.delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), ne(oneTimeTokens.purpose, 'object-to-reset')))
    .run();
  tx.delete(accountDeletions).where(eq(accountDeletions.userId, userId)).run();
  return takeBackAdditions(tx, userId, changedAt);
}
