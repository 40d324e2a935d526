import { and, eq, isNull, ne } from 'drizzle-orm';
import { type Actor, requireBrowser } from '#app/accounts/actor.server.ts';
import { claimAddress, verifiedOwner } from '#app/accounts/addresses.server.ts';
import { endOneTimeTokens } from '#app/accounts/one-time-tokens.server.ts';
import { requireLiveSession } from '#app/accounts/require-login.server.ts';
import { recordSecurityEvent } from '#app/accounts/security-events.server.ts';
import { hashOfText, recordAct } from '#app/audit/record-act.server.ts';
import { emailChangedMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, forbidden, notFound } from '#app/shared/errors.server.ts';
import { hashToken, newToken } from '#app/shared/ids.server.ts';
import { db, essentialTransaction, type Transaction } from '#db/client.ts';
import { emailChanges } from '#db/schema/account-recovery.ts';
import { accountAddresses, users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { changeOfLink, type EmailChange, keptFor, UNDO_MS } from './email-changes.server.ts';

export const emailChanged = () => t('confirmEmailChange.yourEmailAddressWasChanged');
const emailTaken = () => t('confirmEmailChange.thisAddressBelongsToAnotherAccountByNow');
const otherAccount = () => t('common.anotherAccountAskedForThisLink');

/**
 * The change that a mailed link confirms. Changes nothing.
 * @throws AppError unauthenticated; forbidden for an API token and for another account than the one that asked, because its owner would
 *   see the certificates of the address; not-found for a wrong, replaced or expired link; conflict if the address is another account's
 */
export function changeToConfirm(actor: Actor, token: string): EmailChange {
  requireBrowser(actor);
  const change = changeOfLink('confirmHash', token);
  if (!change) throw notFound();
  if (change.userId !== actor.user.id) throw forbidden(otherAccount());
  const { userId, newEmail, oldEmail, confirmedAt } = change;
  // Another request may have changed it since the actor was identified.
  const present = db().select({ email: users.email }).from(users).where(eq(users.id, userId)).get()?.email;
  if (confirmedAt !== null ? present !== newEmail : present !== oldEmail) throw notFound();
  const owner = verifiedOwner(newEmail) ?? keptFor(newEmail);
  if (owner !== null && owner !== userId) throw new AppError('conflict', emailTaken());
  return change;
}

/** Takes the address from everybody else: the mailbox has proved that it is this account's. */
function freeAddress(tx: Transaction, userId: string, address: string) {
  // Nobody could log in to these. They would keep the address from its owner.
  tx.delete(users)
    .where(and(eq(users.email, address), isNull(users.emailVerifiedAt), ne(users.id, userId)))
    .run();
  tx.delete(accountAddresses)
    .where(and(eq(accountAddresses.address, address), eq(accountAddresses.userId, userId)))
    .run();
  claimAddress(tx, address);
}

/**
 * Makes the new address the account's own. Mails the old address a link that undoes the change for seven days. A repeated call
 * succeeds and changes nothing.
 * @throws AppError as `changeToConfirm`
 */
export function confirmEmailChange(actor: Actor, token: string): { message: string } {
  const { seq, userId, oldEmail, newEmail, confirmedAt } = changeToConfirm(actor, token);
  if (confirmedAt !== null) return { message: emailChanged() };
  requireBrowser(actor);
  essentialTransaction((tx) => {
    requireLiveSession(tx, actor);
    // Another request may have done it, or taken the address, since this one began.
    const latest = changeToConfirm(actor, token);
    if (latest.confirmedAt !== null) return;
    freeAddress(tx, userId, newEmail);
    const { changes } = tx
      .update(users)
      // The link is one to the Google account of the old address.
      .set({ email: newEmail, emailVerifiedAt: now(), googleSub: null })
      .where(and(eq(users.id, userId), eq(users.email, oldEmail)))
      .run();
    if (changes === 0) throw notFound();
    const undo = newToken();
    tx.update(emailChanges)
      .set({ confirmedAt: now(), undoHash: hashToken(undo), expiresAt: now() + UNDO_MS })
      .where(eq(emailChanges.seq, seq))
      .run();
    for (const purpose of ['reset-password', 'verify-email', 'google-login'] as const)
      endOneTimeTokens(tx, userId, purpose);
    enqueueMail(tx, emailChangedMail({ name: actor.user.name, email: oldEmail }, newEmail, undo));
    recordAct(tx, actor, 'email.changed', {
      before: { email: hashOfText(tx, userId, oldEmail) },
      after: { email: hashOfText(tx, userId, newEmail) },
    });
  });
  recordSecurityEvent('email changed', { userId, address: actor.address });
  return { message: emailChanged() };
}
