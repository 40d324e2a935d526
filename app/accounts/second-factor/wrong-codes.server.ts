import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { NO_PASSWORD, setPasswordFirst } from '#app/accounts/closed-account.server.ts';
import { parseKnownDevice } from '#app/accounts/known-device.server.ts';
import { countLoginTry, LoginLocked, type LoginTry, requireUnlocked } from '#app/accounts/lockout.server.ts';
import { issueOneTimeToken } from '#app/accounts/one-time-tokens.server.ts';
import { recordFailedLogin, recordSecurityEvent } from '#app/accounts/security-events.server.ts';
import type { LoginClient } from '#app/accounts/sessions.server.ts';
import { passwordEndedMail, wrongCodesMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { type AppError, forbidden } from '#app/shared/errors.server.ts';
import { hashToken } from '#app/shared/ids.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { loginChallenges } from '#db/schema/second-factor.ts';
import { endChallenges } from './challenges.server.ts';

/** Wrong codes of one login before the owner gets a mail, and in a row before the password is disabled. */
const TOLD = 3;
const MOST_IN_A_ROW = 20;

const oneMore = (column: typeof users.wrongCodes | typeof loginChallenges.wrongCodes) => ({
  wrongCodes: sql`${column} + 1`,
});

/**
 * Counts a wrong code or passkey after a right password. Many of them mean that somebody else knows the
 * password: the owner gets a mail, and must set a new one in the end. A super admin has no address; the
 * operator sets their passwords.
 * @param challenge of the login, null for a mailed link
 * @returns whether this disabled the password
 */
export const countWrongCode = (userId: string, challenge: string | null): boolean =>
  transaction((tx) => {
    const account = tx
      .update(users)
      .set(oneMore(users.wrongCodes))
      .where(eq(users.id, userId))
      .returning()
      .get();
    const login =
      challenge === null
        ? undefined
        : tx
            .update(loginChallenges)
            .set(oneMore(loginChallenges.wrongCodes))
            .where(eq(loginChallenges.tokenHash, hashToken(challenge)))
            .returning()
            .get();
    if (!account?.email) return false;
    const owner = { name: account.name, email: account.email };
    if (account.wrongCodes >= MOST_IN_A_ROW && endPassword(tx, userId)) {
      enqueueMail(tx, passwordEndedMail(owner, issueOneTimeToken(tx, userId, 'reset-password')));
      return true;
    }
    if (login?.wrongCodes === TOLD) enqueueMail(tx, wrongCodesMail(owner));
    return false;
  });

/** @returns false if no password works already */
function endPassword(tx: Transaction, userId: string): boolean {
  endChallenges(tx, userId);
  const usable = and(eq(users.id, userId), ne(users.passwordHash, NO_PASSWORD), isNotNull(users.email));
  return tx.update(users).set({ passwordHash: NO_PASSWORD, wrongCodes: 0 }).where(usable).run().changes > 0;
}

/** Ends the row of wrong codes, after a right one. */
export const forgetWrongCodes = (tx: Transaction, userId: string) =>
  tx
    .update(users)
    .set({ wrongCodes: 0 })
    .where(and(eq(users.id, userId), ne(users.wrongCodes, 0)))
    .run();

/**
 * Counts a code or passkey as a failure until it was accepted.
 * @throws LoginLocked
 */
export function countFactor(userId: string, client: LoginClient): LoginTry {
  const device = parseKnownDevice(client.device);
  const deviceId = device?.userIds.includes(userId) ? device.id : null;
  const attempt = { form: 'second-factor', identifier: userId, address: client.address, deviceId } as const;
  requireUnlocked(attempt);
  return countLoginTry(attempt);
}

/** The error of a wrong factor, which stays counted. @param challenge of the login, if it is one's */
export function refuseFactor(
  userId: string,
  tried: LoginTry,
  { address }: LoginClient,
  message: string,
  challenge: string | null = null,
): AppError {
  const ends = countWrongCode(userId, challenge);
  const failed = tried.failed(message);
  const error = ends ? forbidden(setPasswordFirst()) : failed;
  const locks = failed instanceof LoginLocked;
  recordFailedLogin({ kind: 'visitor', address }, userId, locks, 'second-factor');
  recordSecurityEvent(locks ? 'login locked' : 'login failed', { form: 'second-factor', userId, address });
  return error;
}
