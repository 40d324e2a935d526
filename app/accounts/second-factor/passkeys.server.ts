import { isIP } from 'node:net';
import { and, count, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { hashToken, isTokenShaped, newToken } from '#app/shared/ids.server.ts';
import { db, deleteSome, type Transaction } from '#db/client.ts';
import { passkeyChallenges, passkeys } from '#db/schema/second-factor.ts';
import { t } from '#messages';

export const MOST_PASSKEYS = 20;

export type Passkey = typeof passkeys.$inferSelect;

/** The passkeys of an account, newest first. Times are in ms UTC. */
export function listPasskeys(userId: string) {
  const { id, name, createdAt, lastUsedAt } = passkeys;
  return db()
    .select({ id, name, createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(createdAt), desc(id))
    .limit(MOST_PASSKEYS)
    .all();
}

/** The credential IDs and transports of an account's passkeys, for the options of WebAuthn. */
export const credentialsOf = (userId: string) =>
  db()
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .limit(MOST_PASSKEYS)
    .all();

export const countPasskeys = (userId: string): number =>
  db().select({ number: count() }).from(passkeys).where(eq(passkeys.userId, userId)).get()?.number ?? 0;

export const hasPasskeys = (userId: string): boolean => countPasskeys(userId) > 0;

export const findPasskey = (credentialId: string): Passkey | null =>
  db().select().from(passkeys).where(eq(passkeys.credentialId, credentialId)).get() ?? null;

/** @returns false if the passkey belongs to an account already */
export const insertPasskey = (tx: Transaction, passkey: typeof passkeys.$inferInsert): boolean =>
  tx.insert(passkeys).values(passkey).onConflictDoNothing().run().changes > 0;

/** @returns false for a passkey of another account */
export const deletePasskey = (tx: Transaction, userId: string, id: string): boolean =>
  tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .run().changes > 0;

/**
 * Stores the counter of a use. A counter that does not grow is that of a copied passkey, or of an answer that was used
 * (Web Authentication, section 6.1.1). Passkeys without a counter always send 0.
 * @returns false for such a counter, and for a passkey that was removed meanwhile
 */
export function countUse(tx: Transaction, id: string, counter: number): boolean {
  const grows = or(
    sql`${passkeys.counter} < ${counter}`,
    counter === 0 ? eq(passkeys.counter, 0) : sql`false`,
  );
  return (
    tx
      .update(passkeys)
      .set({ counter, lastUsedAt: now() })
      .where(and(eq(passkeys.id, id), grows))
      .run().changes > 0
  );
}

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
