import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { hashToken, isTokenShaped, newToken } from '#app/shared/ids.server.ts';
import { db, deleteSome, type Transaction } from '#db/client.ts';
import { oneTimeTokens } from '#db/schema/accounts.ts';

const LIFE_MS = {
  'verify-email': 24 * 3_600_000,
  'reset-password': 3_600_000,
  'google-login': 60_000,
  'add-address': 24 * 3_600_000,
  'object-to-reset': 24 * 3_600_000,
  'move-courses': 7 * 86_400_000,
} as const;

type Purpose = keyof typeof LIFE_MS;

/** When a token that is created now expires. */
export const tokenExpiry = (purpose: Purpose): number => now() + LIFE_MS[purpose];

/**
 * Creates a token in the transaction of its cause. A new reset token replaces earlier ones.
 * @param address to add to the account, or that must still be its own
 */
export function issueOneTimeToken(
  tx: Transaction,
  userId: string,
  purpose: Purpose,
  address: string | null = null,
): string {
  if (purpose === 'reset-password') endOneTimeTokens(tx, userId, purpose);
  const token = newToken();
  tx.insert(oneTimeTokens)
    .values({
      tokenHash: hashToken(token),
      userId,
      purpose,
      address,
      createdAt: now(),
      expiresAt: tokenExpiry(purpose),
    })
    .run();
  return token;
}

/** Passes a token on to the account that replaces its own. @param replace returns the ID of the new one */
export function passToken(tx: Transaction, token: string, replace: () => string) {
  const isIt = eq(oneTimeTokens.tokenHash, hashToken(token));
  const row = tx.delete(oneTimeTokens).where(isIt).returning().get();
  const userId = replace();
  if (row)
    tx.insert(oneTimeTokens)
      .values({ ...row, userId })
      .run();
}

/** Deletes a user's tokens of one purpose. */
export function endOneTimeTokens(tx: Transaction, userId: string, purpose: Purpose) {
  tx.delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, purpose)))
    .run();
}

/** Deletes expired tokens. */
export const sweepOneTimeTokens = (limit: number) =>
  deleteSome(oneTimeTokens, lt(oneTimeTokens.expiresAt, now()), limit);

type TokenOwner = { userId: string; address: string | null; used: boolean };

/** The token, unless it has expired. */
const isCurrent = (token: string, purpose: Purpose) =>
  and(
    eq(oneTimeTokens.tokenHash, hashToken(token)),
    eq(oneTimeTokens.purpose, purpose),
    gt(oneTimeTokens.expiresAt, now()),
  );

/** The user of a token that has not expired, used or not, or null. */
export function ownerOfToken(token: string, purpose: Purpose): TokenOwner | null {
  if (!isTokenShaped(token)) return null;
  const row = db().select().from(oneTimeTokens).where(isCurrent(token, purpose)).get();
  return row ? { userId: row.userId, address: row.address, used: row.usedAt !== null } : null;
}

/** The token of an account that was mailed to an address and has not expired, used or not. */
export const mailedTokenOf = (
  tx: Pick<Transaction, 'select'>,
  userId: string,
  purpose: Purpose,
  address: string,
) =>
  tx
    .select({ usedAt: oneTimeTokens.usedAt })
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.userId, userId),
        eq(oneTimeTokens.purpose, purpose),
        eq(oneTimeTokens.address, address),
        gt(oneTimeTokens.expiresAt, now()),
      ),
    )
    .get();

/** Consumes a token. Of concurrent callers, exactly one gets the user's id, the others null. */
export function redeemOneTimeToken(tx: Transaction, token: string, purpose: Purpose): string | null {
  if (!isTokenShaped(token)) return null;
  const row = tx
    .update(oneTimeTokens)
    .set({ usedAt: now() })
    .where(and(isCurrent(token, purpose), isNull(oneTimeTokens.usedAt)))
    .returning({ userId: oneTimeTokens.userId })
    .get();
  return row?.userId ?? null;
}
