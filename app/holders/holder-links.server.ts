import { and, eq, gt, lt } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { hashToken, isTokenShaped, newToken } from '#app/shared/ids.server.ts';
import { db, deleteSome, type Transaction } from '#db/client.ts';
import { holderLinks } from '#db/schema/holders.ts';

const LINK_LIFE_MS = 90 * 86_400_000;

/** Creates a link's token in the transaction of the mail that contains it. */
export function issueHolderLink(tx: Transaction, email: string): string {
  const token = newToken();
  tx.insert(holderLinks)
    .values({ tokenHash: hashToken(token), email, createdAt: now(), expiresAt: now() + LINK_LIFE_MS })
    .run();
  return token;
}

/** The address of a link that has not expired, or null. */
export function addressOfLink(token: string): string | null {
  if (!isTokenShaped(token)) return null;
  const live = and(eq(holderLinks.tokenHash, hashToken(token)), gt(holderLinks.expiresAt, now()));
  return db().select({ email: holderLinks.email }).from(holderLinks).where(live).get()?.email ?? null;
}

/** Deletes expired links. */
export const sweepHolderLinks = (limit: number) =>
  deleteSome(holderLinks, lt(holderLinks.expiresAt, now()), limit);
