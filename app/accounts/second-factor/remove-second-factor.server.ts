import { and, eq, gte } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { passkeys } from '#db/schema/passkeys.ts';
import { authenticatorApps } from '#db/schema/second-factor.ts';
import { endChallenges } from './challenges.server.ts';
import { removeRecoveryCodes } from './recovery-codes.server.ts';
import { forgetAllTrusted } from './trusted-devices.server.ts';

/**
 * Removes everything about an account's second factor.
 * @param since an app and passkeys that were added earlier stay
 * @returns false if it removed no app and no passkey
 */
export function removeSecondFactor(tx: Transaction, userId: string, since = 0): boolean {
  removeRecoveryCodes(tx, userId);
  forgetAllTrusted(tx, userId);
  endChallenges(tx, userId);
  const removed = [passkeys, authenticatorApps].map(
    (table) =>
      tx
        .delete(table)
        .where(and(eq(table.userId, userId), gte(table.createdAt, since)))
        .run().changes,
  );
  return removed.some((count) => count > 0);
}
