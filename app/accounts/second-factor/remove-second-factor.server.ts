import { and, eq, gte } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { passkeys } from '#db/schema/passkeys.ts';
import { authenticatorApps } from '#db/schema/second-factor.ts';
import { removeApp } from './authenticator-app.server.ts';
import { endChallenges } from './challenges.server.ts';
import { hasSecondFactor } from './has-second-factor.server.ts';
import { deletePasskeys } from './passkeys.server.ts';
import { removeRecoveryCodes } from './recovery-codes.server.ts';
import { forgetAllTrusted } from './trusted-devices.server.ts';

/** Removes everything about an account's second factor. @returns false if it has none */
export function removeSecondFactor(tx: Transaction, userId: string): boolean {
  removeRecoveryCodes(tx, userId);
  forgetAllTrusted(tx, userId);
  endChallenges(tx, userId);
  const hadPasskeys = deletePasskeys(tx, userId);
  return removeApp(tx, userId) || hadPasskeys;
}

/** Removes the app and the passkeys that were added since an instant, and what belongs to a second factor if none is left. */
export function removeAddedSince(tx: Transaction, userId: string, since: number) {
  const [ofPasskey, ofApp] = [passkeys, authenticatorApps].map((table) =>
    and(eq(table.userId, userId), gte(table.createdAt, since)),
  );
  tx.delete(passkeys).where(ofPasskey).run();
  tx.delete(authenticatorApps).where(ofApp).run();
  if (!hasSecondFactor(userId)) removeSecondFactor(tx, userId);
}
