import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { defaultOrganisation } from '#app/accounts/organisations/membership.server.ts';
import { recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { passwordChangedMail, resetPasswordMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail, enqueueNothing } from '#app/mail/outbox.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { essentialTransaction, type Transaction, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { forgotPasswordSchema, resetPasswordSchema } from './account.schema.server.ts';
import { type Actor, clientOf } from './actor.server.ts';
import { parseKnownDevice, rememberDevice } from './known-device.server.ts';
import { forgetLoginFailures } from './lift-lockout.server.ts';
import {
  endOneTimeTokens,
  issueOneTimeToken,
  ownerOfToken,
  redeemOneTimeToken,
} from './one-time-tokens.server.ts';
import { hashPassword, requireUnbreached } from './passwords.server.ts';
import { limit, mayMail } from './rate-limits.server.ts';
import { endChallenges, forgetAllTrusted } from './second-factor/challenges.server.ts';
import { withFactorOfLink } from './second-factor/factor-of-link.server.ts';
import type { Assertion } from './second-factor/second-factor.schema.ts';
import { endLogins, type LoginClient } from './sessions.server.ts';
import { markEmailVerified } from './verify-email.server.ts';

export const resetLinkSent = () => t('requestPasswordReset.resetLinkSentSuccessfully');

/**
 * Mails a link to set a new password, which replaces earlier links. An address without an account, or with five such mails
 * in the last hour, gets the same response after the same work.
 * @param input {email}
 * @throws AppError invalid; rate-limited, counted per client address
 */
export async function requestPasswordReset(
  actor: Actor,
  input: z.output<typeof forgotPasswordSchema>,
): Promise<{ message: string }> {
  const { email } = input;
  await limit(actor, 'forgot-password');
  const mailAllowed = await mayMail(email, 'forgot-password');
  transaction((tx) => {
    const owner = tx.select({ id: users.id }).from(users).where(eq(users.email, email)).get();
    if (!owner || !mailAllowed) {
      enqueueNothing(tx);
      return;
    }
    const token = issueOneTimeToken(tx, owner.id, 'reset-password');
    enqueueMail(tx, resetPasswordMail(email, token));
  });
  return { message: resetLinkSent() };
}

export const passwordReset = () => t('resetPassword.passwordResetSuccessful');
/** The response to every used, expired, replaced or invalid link. */
export const resetLinkDead = () => t('resetPassword.thisResetLinkIsNoLongerValid');

/** The account whose password a mailed link can still set, or null. */
export function ownerOfResetLink(token: string): string | null {
  const owner = ownerOfToken(token, 'reset-password');
  return owner && !owner.used ? owner.userId : null;
}

/**
 * Sets the password for a mailed link. Exactly one use succeeds. It ends every session and other link of the account, but no named API
 * token. The link proves the address, so the address becomes verified and the device known.
 * @param input {newPassword, code?, passkey?: for a closed account with a second factor}
 * @returns device: the token that marks this device as known
 * @throws AppError invalid, naming the password, the code or the link; as `withFactorOfLink`; busy
 */
export async function resetPassword(
  token: string,
  input: z.output<typeof resetPasswordSchema> & { passkey?: Assertion },
  client: LoginClient,
): Promise<{ message: string; device: string }> {
  const { newPassword } = input;
  const device = parseKnownDevice(client.device);
  const asked = ownerOfResetLink(token);
  if (asked === null) throw invalid(resetLinkDead());
  await requireUnbreached(newPassword, 'newPassword');
  const passwordHash = await hashPassword(
    newPassword,
    clientOf({ kind: 'visitor', address: client.address }),
  );
  const setPassword = (useFactor: (tx: Transaction) => void) =>
    essentialTransaction((tx) => {
      const userId = redeemOneTimeToken(tx, token, 'reset-password');
      if (!userId) throw invalid(resetLinkDead());
      useFactor(tx);
      const owner = tx
        .update(users)
        .set({ passwordHash, googleSub: null, wrongCodes: 0 })
        .where(eq(users.id, userId))
        .returning()
        .get();
      endLogins(tx, userId);
      const organisation = defaultOrganisation(tx, userId);
      const visitor = { kind: 'visitor', address: client.address } as const;
      recordAct(tx, visitor, 'password.reset', { object: ['account', userId], organisation });
      endOneTimeTokens(tx, userId, 'google-login');
      endChallenges(tx, userId);
      forgetAllTrusted(tx, userId);
      markEmailVerified(tx, userId);
      const place = { address: client.address, deviceId: device?.id };
      if (owner) forgetLoginFailures(tx, [owner.email, owner.username], place);
      if (owner?.email) enqueueMail(tx, passwordChangedMail({ name: owner.name, email: owner.email }));
      return userId;
    });
  const userId = await withFactorOfLink(asked, input, client, setPassword);
  recordSecurityEvent('password reset', { userId, address: client.address });
  return { message: passwordReset(), device: rememberDevice(device, userId) };
}
