import { z } from 'zod';
import { type Actor, requireBrowser } from '#app/accounts/actor.server.ts';
import { requireOwnPassword } from '#app/accounts/own-password.server.ts';
import { withinLimit } from '#app/accounts/rate-limits.server.ts';
import { requireLiveSession } from '#app/accounts/require-login.server.ts';
import { noteProof } from '#app/accounts/require-recent-proof.server.ts';
import { recordSecurityEvent } from '#app/accounts/security-events.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { secret } from '#app/shared/fields.ts';
import { transaction } from '#db/client.ts';
import { t } from '#messages';
import { checkPasskey, recordUse } from './check-passkey.server.ts';
import type { Assertion } from './passkey.schema.ts';

export const passwordProofSchema = z.object({ password: secret() });

const confirmed = () => ({ message: t('confirmIdentity.thankYouYouCanGoOn') });

/**
 * Proves who acts with the password, of a super admin Password 1, so that changes do not ask for it for ten minutes.
 * @throws AppError unauthenticated; forbidden for API tokens; invalid for a wrong password; rate-limited; busy
 */
export async function confirmWithPassword(
  actor: Actor,
  { password }: z.output<typeof passwordProofSchema>,
): Promise<{ message: string }> {
  requireBrowser(actor);
  await requireOwnPassword(actor, password, 'password');
  transaction((tx) => {
    noteProof(tx, actor);
    recordAct(tx, actor, 'identity.confirmed', { after: { by: 'password' } });
  });
  recordSecurityEvent('identity confirmed', { userId: actor.user.id, address: actor.address });
  return confirmed();
}

/** The same with a passkey of the actor's account, which is also a second factor. @throws PasskeyRefused; otherwise as above */
export async function confirmWithPasskey(actor: Actor, answer: Assertion): Promise<{ message: string }> {
  requireBrowser(actor);
  const { id: userId } = actor.user;
  const checked = await withinLimit(actor, 'password-changes', () =>
    checkPasskey(answer, { purpose: 'proof', userId }),
  );
  transaction((tx) => {
    requireLiveSession(tx, actor);
    recordUse(tx, checked);
    noteProof(tx, actor, true);
    recordAct(tx, actor, 'identity.confirmed', { after: { by: 'passkey' } });
  });
  recordSecurityEvent('identity confirmed', { userId, address: actor.address });
  return confirmed();
}
