import { isClosed } from '#app/accounts/closed-account.server.ts';
import { LoginLocked } from '#app/accounts/lockout.server.ts';
import type { LoginClient } from '#app/accounts/sessions.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import type { Transaction } from '#db/client.ts';
import { methodsOf, secondFactorNeeded } from './challenges.server.ts';
import { checkPasskey, PasskeyRefused, recordUse } from './check-passkey.server.ts';
import { hasSecondFactor } from './must-set-up.server.ts';
import type { Assertion } from './second-factor.schema.ts';
import { consumeCode, countFactor, refuseFactor, wrongCode } from './second-step.server.ts';

/** The second factors that a mailed link requires to set the password of a closed account; null for none. */
export const factorOfLink = (userId: string) =>
  isClosed(userId) && hasSecondFactor(userId) ? methodsOf(userId) : null;

type Given = { code?: string | undefined; passkey?: Assertion | undefined };

class WrongCode extends Error {}

/**
 * Runs the work of a mailed link, which uses up the second factor that the link asks for. A wrong one counts like one at a login.
 * @param work gets a function to call in its transaction
 * @throws AppError forbidden with the code 'code_required' without a code or passkey; invalid for a wrong code; unauthenticated for a
 *   wrong passkey; rate-limited when locked
 */
export async function withFactorOfLink<Result>(
  userId: string,
  { code, passkey }: Given,
  client: LoginClient,
  work: (useFactor: (tx: Transaction) => void) => Result,
): Promise<Result> {
  if (factorOfLink(userId) === null) return work(() => {});
  if (code === undefined && !passkey)
    throw new AppError('forbidden', secondFactorNeeded(), {
      fields: { code: [secondFactorNeeded()] },
      details: { code: 'code_required' },
    });
  const tried = countFactor(userId, client);
  try {
    const checked = passkey && (await checkPasskey(passkey, { purpose: 'second-factor', userId }));
    const result = work((tx) => {
      if (checked) recordUse(tx, checked);
      else if (consumeCode(tx, userId, code ?? '') === null) throw new WrongCode();
    });
    tried.succeeded();
    return result;
  } catch (error) {
    if (error instanceof PasskeyRefused) throw refuseFactor(userId, tried, client, error.message);
    if (!(error instanceof WrongCode)) {
      tried.notChecked();
      throw error;
    }
    const refused = refuseFactor(userId, tried, client, wrongCode());
    throw refused instanceof LoginLocked ? refused : invalid(wrongCode(), { code: [wrongCode()] });
  }
}
