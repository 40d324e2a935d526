import { and, eq, gt, lt } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { hashToken, isTokenShaped, newToken } from '#app/shared/ids.server.ts';
import { db, deleteSome, preparedSql, type Transaction } from '#db/client.ts';
import { holderLinks } from '#db/schema/holders.ts';

const LINK_LIFE_MS = 90 * 86_400_000;

/** A link that has not expired: the address, and the stored ID of the certificate that it shows, null for all. */
type HolderLink = { email: string; uniqueId: string | null };

const insertLink = preparedSql(
  `insert into holder_links (token_hash, email, unique_id, created_at, expires_at)
   values (@tokenHash, @email, @uniqueId, @createdAt, @expiresAt)`,
);

/** Creates a link's token in the transaction of the mail that contains it. @param email in lower case */
export function issueHolderLink(_tx: Transaction, { email, uniqueId }: HolderLink): string {
  const token = newToken();
  const createdAt = now();
  insertLink().run({
    tokenHash: hashToken(token),
    email,
    uniqueId,
    createdAt,
    expiresAt: createdAt + LINK_LIFE_MS,
  });
  return token;
}

/** The address or certificate behind a link. Null for a wrong and for an expired one. */
export function findHolderLink(token: string): HolderLink | null {
  if (!isTokenShaped(token)) return null;
  const { tokenHash, expiresAt, email, uniqueId } = holderLinks;
  const live = and(eq(tokenHash, hashToken(token)), gt(expiresAt, now()));
  return db().select({ email, uniqueId }).from(holderLinks).where(live).get() ?? null;
}

/** Deletes expired links. */
export const sweepHolderLinks = (limit: number) =>
  deleteSome(holderLinks, lt(holderLinks.expiresAt, now()), limit);
