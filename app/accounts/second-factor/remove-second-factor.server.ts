import type { Transaction } from '#db/client.ts';
import { removeApp } from './authenticator-app.server.ts';
import { endChallenges } from './challenges.server.ts';
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
