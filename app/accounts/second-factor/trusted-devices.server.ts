import { and, desc, eq, gt, lt } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { hashToken, isTokenShaped, newId, newToken } from '#app/shared/ids.server.ts';
import { db, deleteSome, type Transaction } from '#db/client.ts';
import { trustedDevices } from '#db/schema/second-factor.ts';

export const TRUST_MS = 30 * 86_400_000;
const MOST_SHOWN = 50;

const live = (userId: string) => and(eq(trustedDevices.userId, userId), gt(trustedDevices.expiresAt, now()));

/** Whether the account's owner has trusted this browser. @param token of its cookie */
export function isTrusted(userId: string, token: string | null | undefined): boolean {
  if (!token || !isTokenShaped(token)) return false;
  const { id, tokenHash } = trustedDevices;
  return (
    db()
      .select({ id })
      .from(trustedDevices)
      .where(and(live(userId), eq(tokenHash, hashToken(token))))
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
    .where(live(userId))
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
