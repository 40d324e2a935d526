import { isIP } from 'node:net';
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { hashToken, isTokenShaped, newToken } from '#app/shared/ids.server.ts';
import { deleteSome, type Transaction } from '#db/client.ts';
import { passkeyChallenges } from '#db/schema/second-factor.ts';
import { t } from '#messages';

/** COSE algorithms of passkeys: ES256, EdDSA and RS256. */
export const ALGORITHMS = [-7, -8, -257];

const noPasskeys = () => t('relyingParty.thisSiteHasNoPasskeys');

/**
 * The site as passkeys know it: each works for one relying party (Web Authentication, section 4).
 * @throws AppError conflict if APP_URL has an IP address, for which browsers make no passkeys
 */
export function requireRelyingParty(): { id: string; origin: string } {
  const { hostname, origin } = new URL(env().APP_URL);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) throw new AppError('conflict', noPasskeys());
  return { id: hostname, origin };
}

/** The library is large, and most processes never check a passkey. */
export const webAuthn = () => import('@simplewebauthn/server');

/** Also how long a browser waits for the person. */
export const PASSKEY_CHALLENGE_MS = 5 * 60_000;

type PasskeyPurpose = (typeof passkeyChallenges.$inferSelect)['purpose'];
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
