import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { verifiedOwner } from '#app/accounts/addresses.server.ts';
import { limit, mayMail } from '#app/accounts/rate-limits.server.ts';
import { requireLiveSession, requireLogin } from '#app/accounts/require-login.server.ts';
import { requireRecentProof } from '#app/accounts/require-recent-proof.server.ts';
import { proofSchema } from '#app/accounts/settings.schema.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { addressInUseMail, changeEmailMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail, enqueueNothing } from '#app/mail/outbox.server.ts';
import { readerLanguage } from '#app/messages/reader-language.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, forbidden, invalid } from '#app/shared/errors.server.ts';
import { email } from '#app/shared/fields.ts';
import { hashToken, newId, newToken } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { emailChanges } from '#db/schema/account-recovery.ts';
import { t } from '#messages';
import { CONFIRM_MS, changedLately, keptFor } from './email-changes.server.ts';

export const emailLinkSent = () => t('requestEmailChange.aLinkIsOnItsWay');

export const emailChangeSchema = proofSchema.extend({ email: email(() => t('common.newEmail')) });

/**
 * Mails a link to a new address that makes it the actor's own. It replaces the link of an earlier request. The response does not tell
 * whether the address belongs to another account: the mail does.
 * @throws AppError unauthenticated; forbidden for a named API token, for super admins, who have no address, and with the code
 *   'password_required'; invalid for the account's own address and a wrong password; conflict within seven days
 *   of the last change; rate-limited; busy
 */
export async function requestEmailChange(
  actor: Actor,
  { email: newEmail, password }: z.output<typeof emailChangeSchema>,
): Promise<{ message: string }> {
  requireLogin(actor);
  const { id: userId, email: oldEmail } = actor.user;
  if (oldEmail === null) throw forbidden(t('requestEmailChange.aSuperAdminHasNoEmailAddress'));
  if (newEmail === oldEmail) {
    const message = t('requestEmailChange.thisIsYourAddressAlready');
    throw invalid(message, { email: [message] });
  }
  await requireRecentProof(actor, password);
  await limit(actor, 'verification-mail');
  const mailAllowed = await mayMail(newEmail, 'verification-mail');
  transaction((tx) => {
    requireLiveSession(tx, actor);
    if (changedLately(userId))
      throw new AppError('conflict', t('requestEmailChange.yourAddressWasChangedInTheLastSevenDays'));
    tx.delete(emailChanges)
      .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.confirmedAt)))
      .run();
    const token = newToken();
    const requestedAt = now();
    const change = { userId, oldEmail, newEmail, requestedAt, expiresAt: requestedAt + CONFIRM_MS };
    tx.insert(emailChanges)
      .values({ id: newId(), ...change, confirmHash: hashToken(token) })
      .run();
    recordAct(tx, actor, 'email.change_requested');
    const owner = verifiedOwner(newEmail) ?? keptFor(newEmail);
    if (!mailAllowed) enqueueNothing(tx);
    else if (owner !== null && owner !== userId) enqueueMail(tx, addressInUseMail(newEmail));
    else
      enqueueMail(tx, changeEmailMail(newEmail, token), undefined, actor.user.language ?? readerLanguage());
    storeAnswer(tx, { message: emailLinkSent() });
  });
  return { message: emailLinkSent() };
}
