import { and, eq, ne } from 'drizzle-orm';
import { preparedValue, type Transaction } from '#db/client.ts';
import { oneTimeTokens, users } from '#db/schema/accounts.ts';
import { accountDeletions } from '#db/schema/privacy.ts';
import { t } from '#messages';
import { removeSecondFactor } from './second-factor/manage-second-factor.server.ts';
import { endSessions } from './sessions.server.ts';

/** The stored hash of a password that no input matches. */
export const NO_PASSWORD = '';

export const setPasswordFirst = () => t('closedAccount.setANewPasswordFirst');

const passwordHashOf = preparedValue<string>('select password_hash from users where id = ?');

/** Whether nobody can log in to the account before a mailed link has set a password. */
export const isClosed = (userId: string): boolean => passwordHashOf().get(userId) === NO_PASSWORD;

/**
 * Closes every way into an account but a mailed link that sets a password, and takes back what somebody else may have left behind. The
 * mailed link to object to the removal of the second factor stays.
 * @param since a second factor from before stays, and the link asks for it
 */
export function closeAccount(tx: Transaction, userId: string, since: number) {
  tx.update(users).set({ passwordHash: NO_PASSWORD, googleSub: null }).where(eq(users.id, userId)).run();
  endSessions(tx, userId);
  removeSecondFactor(tx, userId, since);
  tx.delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), ne(oneTimeTokens.purpose, 'object-to-reset')))
    .run();
  tx.delete(accountDeletions).where(eq(accountDeletions.userId, userId)).run();
}
