import { and, eq, gt, lt } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { hashToken, isTokenShaped, newToken } from '#app/shared/ids.server.ts';
import { db, deleteSome, transaction } from '#db/client.ts';
import { holderSessions } from '#db/schema/holders.ts';
import { addressOfLink } from './holder-links.server.ts';

export const HOLDER_SESSION_MS = 24 * 3_600_000;

/** A person who has proved an address by a mailed link. `email` is in lower case. */
export type Holder = { email: string };

/**
 * Starts a holder's session. The link stays valid, because mail scanners open links too.
 * @returns the session's secret
 * @throws AppError not-found for a wrong and for an expired link
 */
export function followHolderLink(link: string): string {
  const email = addressOfLink(link);
  if (email === null) throw notFound();
  const secret = newToken();
  transaction((tx) =>
    tx
      .insert(holderSessions)
      .values({
        tokenHash: hashToken(secret),
        email,
        createdAt: now(),
        expiresAt: now() + HOLDER_SESSION_MS,
      })
      .run(),
  );
  return secret;
}

/** The holder of a session that has not expired, or null. */
export function holderOf(secret: string | null): Holder | null {
  if (secret === null || !isTokenShaped(secret)) return null;
  const { email, tokenHash, expiresAt } = holderSessions;
  const live = and(eq(tokenHash, hashToken(secret)), gt(expiresAt, now()));
  return db().select({ email }).from(holderSessions).where(live).get() ?? null;
}

/** Ends a holder's session, if there is one. */
export function endHolderSession(secret: string | null): void {
  if (secret === null || !isTokenShaped(secret)) return;
  transaction((tx) =>
    tx
      .delete(holderSessions)
      .where(eq(holderSessions.tokenHash, hashToken(secret)))
      .run(),
  );
}

/** Deletes expired sessions. */
export const sweepHolderSessions = (limit: number) =>
  deleteSome(holderSessions, lt(holderSessions.expiresAt, now()), limit);
