import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAct } from '#app/audit/record-act.server.ts';
import { passwordChangedMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { essentialTransaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { resetPasswordSchema } from './account.schema.ts';
import { clientOf } from './actor.server.ts';
import { requireUnbreached } from './breached-passwords.server.ts';
import { parseKnownDevice, rememberDevice } from './known-device.server.ts';
import { forgetLoginFailures } from './lockout.server.ts';
import { endOneTimeTokens, ownerOfToken, redeemOneTimeToken } from './one-time-tokens.server.ts';
import { defaultOrganisation } from './organisations/default-organisation.server.ts';
import { hashPassword } from './passwords.server.ts';
import { endChallenges } from './second-factor/challenges.server.ts';
import { forgetAllTrusted } from './second-factor/trusted-devices.server.ts';
import { recordSecurityEvent } from './security-events.server.ts';
import { endSessions, type LoginClient } from './sessions.server.ts';
import { markEmailVerified } from './verify-email.server.ts';

export const passwordReset = () => t('resetPassword.passwordResetSuccessful');
/** The response to every used, expired, replaced or invalid link. */
export const resetLinkDead = () => t('resetPassword.thisResetLinkIsNoLongerValid');

/** Whether a mailed link can still set a password. */
export const isResetLinkLive = (token: string) => ownerOfToken(token, 'reset-password')?.used === false;

/**
 * Sets the password for a mailed link. Exactly one use succeeds. It ends every session, token and other link of the account. The
 * link proves the address, so the address becomes verified and the device known.
 * @param input {newPassword}
 * @returns device: the token that marks this device as known
 * @throws AppError invalid, naming the password or the link; busy
 */
export async function resetPassword(
  token: string,
  input: z.output<typeof resetPasswordSchema>,
  client: LoginClient,
): Promise<{ message: string; device: string }> {
  const { newPassword } = input;
  if (!isResetLinkLive(token)) throw invalid(resetLinkDead());
  await requireUnbreached(newPassword, 'newPassword');
  const passwordHash = await hashPassword(
    newPassword,
    clientOf({ kind: 'visitor', address: client.address }),
  );
  const userId = essentialTransaction((tx) => {
    const userId = redeemOneTimeToken(tx, token, 'reset-password');
    if (!userId) throw invalid(resetLinkDead());
    const owner = tx.update(users).set({ passwordHash }).where(eq(users.id, userId)).returning().get();
    endSessions(tx, userId);
    const organisation = defaultOrganisation(tx, userId);
    const visitor = { kind: 'visitor', address: client.address } as const;
    recordAct(tx, visitor, 'password.reset', { object: ['account', userId], organisation });
    endOneTimeTokens(tx, userId, 'google-login');
    endChallenges(tx, userId);
    forgetAllTrusted(tx, userId);
    markEmailVerified(tx, userId);
    if (owner) forgetLoginFailures(tx, [owner.email, owner.username], client.address);
    if (owner?.email) enqueueMail(tx, passwordChangedMail({ name: owner.name, email: owner.email }));
    return userId;
  });
  recordSecurityEvent('password reset', { userId, address: client.address });
  return { message: passwordReset(), device: rememberDevice(parseKnownDevice(client.device), userId) };
}
