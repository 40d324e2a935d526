import { and, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, type Member, requireBrowser } from '#app/accounts/actor.server.ts';
import { countLoginTry, LoginLocked, requireUnlocked } from '#app/accounts/lockout.server.ts';
import { withinLimit } from '#app/accounts/rate-limits.server.ts';
import { noteProof, requireLiveSession, requireOwnPassword } from '#app/accounts/require-login.server.ts';
import { recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { secret } from '#app/shared/fields.ts';
import { db, transaction } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { checkPasskey, recordUse } from './check-passkey.server.ts';
import { hasSecondFactor, setupRequired } from './must-set-up.server.ts';
import type { Assertion } from './second-factor.schema.ts';
import { consumeCode, wrongCode } from './second-step.server.ts';

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

export const ownNeeded = () => t('requireOwnCode.youNeedASecondFactor');
const PROOF_MS = 10 * 60_000;

/** Whether the actor has given its second factor within the last ten minutes, at its login or after it. */
export function hasRecentSecondFactor({ sessionId }: Member): boolean {
  const recent = and(eq(sessions.id, sessionId), gt(sessions.secondFactorAt, now() - PROOF_MS));
  return db().select({ id: sessions.id }).from(sessions).where(recent).get() !== undefined;
}

/** Uses up a code of the actor's own second factor. Wrong codes count towards the lockout. */
function takeCode(actor: Member, code: string) {
  const { address, user } = actor;
  const attempt = { form: 'second-factor', identifier: user.id, address, deviceId: null } as const;
  requireUnlocked(attempt);
  const tried = countLoginTry(attempt);
  const isRight = transaction((tx) => {
    if (consumeCode(tx, user.id, code) === null) return false;
    noteProof(tx, actor, true);
    return true;
  });
  if (isRight) return tried.succeeded();
  const error = tried.failed(wrongCode());
  throw error instanceof LoginLocked ? error : invalid(wrongCode(), { code: [wrongCode()] });
}

/**
 * Requires the actor's own second factor for an act on somebody else's account, unless it was given just now.
 * @param code of the app, or a recovery code
 * @throws AppError forbidden with the code 'second_factor_setup_required' for an actor without one, and with 'code_required' without a
 *   code; invalid for a wrong one, both naming the field `code`; rate-limited when locked
 */
export function requireOwnCode(actor: Member, code: string | undefined) {
  if (!hasSecondFactor(actor.user.id)) throw setupRequired(ownNeeded());
  if (code !== undefined) return takeCode(actor, code);
  if (hasRecentSecondFactor(actor)) return;
  const message = t('requireOwnCode.enterACodeOfYourOwnSecondFactor');
  throw new AppError('forbidden', message, {
    fields: { code: [message] },
    details: { code: 'code_required' },
  });
}
