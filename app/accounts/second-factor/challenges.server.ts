import { and, desc, eq, gt, lt } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { hashToken, isTokenShaped, newId, newToken } from '#app/shared/ids.server.ts';
import { db, deleteSome, type Transaction } from '#db/client.ts';
import { loginChallenges, trustedDevices } from '#db/schema/second-factor.ts';
import { t } from '#messages';
import { hasApp } from './codes.server.ts';
import { hasPasskeys } from './passkeys.server.ts';

export const CHALLENGE_MS = 10 * 60_000;
export const secondFactorNeeded = () => t('challenges.enterTheCodeOfYourSecondFactor');
export const loginExpired = () => t('challenges.thisLoginHasExpiredPleaseLogInAgain');
export const METHODS = ['totp', 'passkey', 'recovery_code'] as const;

type Method = (typeof METHODS)[number];
export type ChallengeForm = (typeof loginChallenges.$inferSelect)['form'];
export type Challenge = {
  userId: string;
  form: ChallengeForm;
  /** The organisation that the login chose. */
  organisationId?: string | null;
};

/** The methods for the second step of a login. A program can send codes only: a passkey needs a browser. */
export function methodsOf(userId: string): Method[] {
  const has = { totp: hasApp(userId), passkey: hasPasskeys(userId), recovery_code: true };
  return METHODS.filter((method) => has[method]);
}

/** Thrown after a right password when the account has a second factor. The caller can go on with the challenge. */
export class SecondFactorRequired extends AppError {
  readonly challenge: string;

  constructor(challenge: string, methods: Method[]) {
    super('unauthenticated', secondFactorNeeded(), {
      details: { code: 'second_factor_required', challenge, methods },
    });
    this.challenge = challenge;
  }
}

/** The challenge of a second step has expired, or its login is done. */
export class ChallengeEnded extends AppError {
  constructor() {
    super('unauthenticated', loginExpired(), { details: { code: 'challenge_ended' } });
  }
}

/** Starts the second step of a login. @returns the challenge, of which only a hash is stored */
export function startChallenge(tx: Transaction, { userId, form, organisationId }: Challenge): string {
  const token = newToken();
  tx.insert(loginChallenges)
    .values({ tokenHash: hashToken(token), userId, form, organisationId, expiresAt: now() + CHALLENGE_MS })
    .run();
  return token;
}

const live = (token: string) =>
  and(eq(loginChallenges.tokenHash, hashToken(token)), gt(loginChallenges.expiresAt, now()));

/** The login that waits for the second factor, or null when it has expired or is done. */
export function findChallenge(token: string | null): Challenge | null {
  if (token === null || !isTokenShaped(token)) return null;
  const { userId, form, organisationId } = loginChallenges;
  return db().select({ userId, form, organisationId }).from(loginChallenges).where(live(token)).get() ?? null;
}

/** Ends a challenge. @returns false if it has ended meanwhile */
export const endChallenge = (tx: Transaction, token: string): boolean =>
  tx.delete(loginChallenges).where(live(token)).run().changes > 0;

/** Ends every waiting login of an account. */
export const endChallenges = (tx: Transaction, userId: string) =>
  tx.delete(loginChallenges).where(eq(loginChallenges.userId, userId)).run();

/** Deletes expired challenges. */
export const sweepChallenges = (limit: number) =>
  deleteSome(loginChallenges, lt(loginChallenges.expiresAt, now()), limit);

export const TRUST_MS = 30 * 86_400_000;
const MOST_SHOWN = 50;

const unexpired = (userId: string) =>
  and(eq(trustedDevices.userId, userId), gt(trustedDevices.expiresAt, now()));

/** Whether the account's owner has trusted this browser. @param token of its cookie */
export function isTrusted(userId: string, token: string | null | undefined): boolean {
  if (!token || !isTokenShaped(token)) return false;
  const { id, tokenHash } = trustedDevices;
  return (
    db()
      .select({ id })
      .from(trustedDevices)
      .where(and(unexpired(userId), eq(tokenHash, hashToken(token))))
      .get() !== undefined
  );
}

type Browser = { address: string; userAgent: string | null; trusted?: string | null };

/**
 * Trusts a browser for 30 days. Its other accounts move on to the new token: if the browser kept the one that it sent, somebody who had
 * put it there would have a copy.
 * @returns the token for its cookie
 */
export function trustDevice(
  tx: Transaction,
  userId: string,
  { address, userAgent, trusted }: Browser,
): string {
  const token = newToken();
  const tokenHash = hashToken(token);
  if (trusted && isTokenShaped(trusted)) {
    const sent = eq(trustedDevices.tokenHash, hashToken(trusted));
    tx.delete(trustedDevices)
      .where(and(sent, eq(trustedDevices.userId, userId)))
      .run();
    tx.update(trustedDevices).set({ tokenHash }).where(sent).run();
  }
  tx.insert(trustedDevices)
    .values({
      id: newId(),
      userId,
      tokenHash,
      userAgent: userAgent?.slice(0, 300) ?? null,
      address,
      createdAt: now(),
      expiresAt: now() + TRUST_MS,
    })
    .run();
  return token;
}

/** The newest trusted browsers of an account. Times are in ms UTC. */
export function listTrusted(userId: string) {
  const { id, userAgent, address, createdAt, expiresAt } = trustedDevices;
  return db()
    .select({ id, userAgent, address, createdAt, expiresAt })
    .from(trustedDevices)
    .where(unexpired(userId))
    .orderBy(desc(trustedDevices.createdAt))
    .limit(MOST_SHOWN)
    .all();
}

/** @returns false for a device of another account and for one that is no longer trusted */
export const forgetTrusted = (tx: Transaction, userId: string, id: string): boolean =>
  tx
    .delete(trustedDevices)
    .where(and(eq(trustedDevices.userId, userId), eq(trustedDevices.id, id)))
    .run().changes > 0;

export const forgetAllTrusted = (tx: Transaction, userId: string) =>
  tx.delete(trustedDevices).where(eq(trustedDevices.userId, userId)).run();

/** Deletes expired rows. */
export const sweepTrustedDevices = (limit: number) =>
  deleteSome(trustedDevices, lt(trustedDevices.expiresAt, now()), limit);
