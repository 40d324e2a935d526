import { and, desc, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import type { z } from 'zod';
import { proofSchema } from '#app/accounts/account.schema.server.ts';
import type { Actor } from '#app/accounts/actor.server.ts';
import { verifiedOwner } from '#app/accounts/addresses.server.ts';
import { limit, mayMail } from '#app/accounts/rate-limits.server.ts';
import { requireLiveSession, requireLogin, requireRecentProof } from '#app/accounts/require-login.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { addressInUseMail, changeEmailMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail, enqueueNothing } from '#app/mail/outbox.server.ts';
import { readerLanguage } from '#app/messages/reader-language.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, forbidden, invalid } from '#app/shared/errors.server.ts';
import { email } from '#app/shared/fields.ts';
import { hashToken, isTokenShaped, newId, newToken } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, deleteSome, transaction } from '#db/client.ts';
import { emailChanges } from '#db/schema/second-factor.ts';
import { t } from '#messages';

/** How long the link to the new address works, and the one to the old address. */
const CONFIRM_MS = 24 * 3_600_000;
export const UNDO_MS = 7 * 86_400_000;

export type EmailChange = typeof emailChanges.$inferSelect;

const live = () => gt(emailChanges.expiresAt, now());

/** The change of a mailed link that has not expired, done or not, or null. */
export function changeOfLink(link: 'confirmHash' | 'undoHash', token: string): EmailChange | null {
  if (!isTokenShaped(token)) return null;
  const isIt = and(eq(emailChanges[link], hashToken(token)), live());
  return db().select().from(emailChanges).where(isIt).get() ?? null;
}

/** The address to which an account asked to change, while its link works, or null. */
export function requestedEmail(userId: string): string | null {
  const open = and(eq(emailChanges.userId, userId), isNull(emailChanges.confirmedAt), live());
  const newest = db().select().from(emailChanges).where(open).orderBy(desc(emailChanges.seq)).limit(1).get();
  return newest?.newEmail ?? null;
}

/**
 * The account that can still undo the change of an address, or null. The former address is reserved for that account: if another
 * account could take it, the change could not be undone.
 */
export function keptFor(address: string): string | null {
  const { userId, oldEmail, confirmedAt, undoneAt } = emailChanges;
  const kept = and(eq(oldEmail, address), isNotNull(confirmedAt), isNull(undoneAt), live());
  return db().select({ userId }).from(emailChanges).where(kept).limit(1).get()?.userId ?? null;
}

/** Whether an account's address was changed, or changed back, in the last seven days. */
export function changedLately(userId: string): boolean {
  const { confirmedAt } = emailChanges;
  const made = and(eq(emailChanges.userId, userId), isNotNull(confirmedAt), live());
  return db().select({ confirmedAt }).from(emailChanges).where(made).limit(1).get() !== undefined;
}

/** Deletes changes whose links have expired. */
export const sweepEmailChanges = (limit: number) =>
  deleteSome(emailChanges, lt(emailChanges.expiresAt, now()), limit);

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
