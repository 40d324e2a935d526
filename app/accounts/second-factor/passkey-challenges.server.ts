import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { hashToken, isTokenShaped, newToken } from '#app/shared/ids.server.ts';
import { deleteSome, type Transaction } from '#db/client.ts';
import { passkeyChallenges } from '#db/schema/second-factor.ts';

/** Also how long a browser waits for the person. */
export const PASSKEY_CHALLENGE_MS = 5 * 60_000;

export type PasskeyPurpose = (typeof passkeyChallenges.$inferSelect)['purpose'];
/** @property userId whose passkey has to answer, null for a login */
export type PasskeyAsked = { purpose: PasskeyPurpose; userId: string | null };

/** @returns the challenge, of which only a hash is stored */
export function startPasskeyChallenge(tx: Transaction, { purpose, userId }: PasskeyAsked): string {
  const challenge = newToken();
  tx.insert(passkeyChallenges)
    .values({
      challengeHash: hashToken(challenge),
      purpose,
      userId,
      expiresAt: now() + PASSKEY_CHALLENGE_MS,
    })
    .run();
  return challenge;
}

/** Uses a challenge up. @returns false if it was made for something else, has expired or was used */
export function takePasskeyChallenge(
  tx: Transaction,
  challenge: string,
  { purpose, userId }: PasskeyAsked,
): boolean {
  if (!isTokenShaped(challenge)) return false;
  const table = passkeyChallenges;
  const asked = and(
    eq(table.challengeHash, hashToken(challenge)),
    eq(table.purpose, purpose),
    userId === null ? isNull(table.userId) : eq(table.userId, userId),
    gt(table.expiresAt, now()),
  );
  return tx.delete(table).where(asked).run().changes > 0;
}

/** Deletes expired challenges. */
export const sweepPasskeyChallenges = (limit: number) =>
  deleteSome(passkeyChallenges, lt(passkeyChallenges.expiresAt, now()), limit);
