import { type Login, startLogin } from '#app/accounts/login.server.ts';
import { recordFailedLogin } from '#app/accounts/record-failed-login.server.ts';
import { recordSecurityEvent } from '#app/accounts/security-events.server.ts';
import type { LoginClient } from '#app/accounts/sessions.server.ts';
import { transaction } from '#db/client.ts';
import { checkPasskey, PasskeyRefused, recordUse } from './check-passkey.server.ts';
import type { Assertion } from './passkey.schema.ts';

/**
 * Logs in with a passkey. It is both factors, because it verifies its user by a PIN, finger or face. It names
 * the account, of any role.
 * @throws PasskeyRefused, also for a passkey that verifies nobody
 */
export async function passkeyLogin(answer: Assertion, client: LoginClient): Promise<Login> {
  const { address } = client;
  try {
    const checked = await checkPasskey(answer, { purpose: 'login', userId: null });
    const account = { userId: checked.passkey.userId, form: 'passkey' } as const;
    return transaction((tx) => {
      recordUse(tx, checked);
      return startLogin(tx, account, client, 'browser', true);
    });
  } catch (error) {
    if (error instanceof PasskeyRefused) {
      const { userId } = error;
      recordFailedLogin({ kind: 'visitor', address }, userId, false, 'passkey');
      recordSecurityEvent('login failed', {
        form: 'passkey',
        address,
        ...(userId && { userId }),
        reason: 'passkey',
      });
    }
    throw error;
  }
}
