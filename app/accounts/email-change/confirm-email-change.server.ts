import { and, eq, gt, isNull, ne } from 'drizzle-orm';
import { type Actor, requireBrowser } from '#app/accounts/actor.server.ts';
import { claimAddress, verifiedOwner } from '#app/accounts/addresses.server.ts';
import { closeAccount } from '#app/accounts/closed-account.server.ts';
import { endOneTimeTokens, issueOneTimeToken } from '#app/accounts/one-time-tokens.server.ts';
import { requireLiveSession } from '#app/accounts/require-login.server.ts';
import { hashOfText, recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { emailChangedMail, emailChangeUndoneMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, forbidden, notFound } from '#app/shared/errors.server.ts';
import { hashToken, newToken } from '#app/shared/ids.server.ts';
import { db, essentialTransaction, type Transaction } from '#db/client.ts';
import { accountAddresses, users } from '#db/schema/accounts.ts';
import { emailChanges } from '#db/schema/second-factor.ts';
import { t } from '#messages';
import { changeOfLink, type EmailChange, keptFor, UNDO_MS } from './request-email-change.server.ts';

const emailChanged = () => t('confirmEmailChange.yourEmailAddressWasChanged');
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

const linkDead = () => t('common.thisLinkIsNoLongerValid');
const formerEmailTaken = () => t('undoEmailChange.yourFormerAddressBelongsToAnother');
export const emailRestored = () => t('undoEmailChange.yourFormerAddressIsBack');

/**
 * The change that a mailed link undoes. Changes nothing.
 * @throws AppError not-found for a wrong or expired link, and one of a change that was itself undone
 */
export function changeToUndo(token: string): EmailChange {
  const change = changeOfLink('undoHash', token);
  if (!change) throw notFound(linkDead());
  return change;
}

/**
 * Gives the account its former address back, which its mailbox has just proved again. Later requests end with their links, and there is
 * no other change for as long as this one could be undone.
 */
function restoreEmail(tx: Transaction, { seq, userId, oldEmail }: EmailChange) {
  const owner = verifiedOwner(oldEmail);
  if (owner !== null && owner !== userId) throw new AppError('conflict', formerEmailTaken());
  tx.delete(accountAddresses)
    .where(and(eq(accountAddresses.address, oldEmail), eq(accountAddresses.userId, userId)))
    .run();
  claimAddress(tx, oldEmail);
  const restored = tx
    .update(users)
    .set({ email: oldEmail, emailVerifiedAt: now() })
    .where(eq(users.id, userId))
    .returning({ role: users.role })
    .get();
  tx.delete(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.seq, seq)))
    .run();
  tx.update(emailChanges)
    .set({ undoneAt: now(), expiresAt: now() + UNDO_MS })
    .where(eq(emailChanges.seq, seq))
    .run();
  return { isIssuer: restored?.role === 'admin' };
}

/**
 * Undoes a change of an account's address: restores the old one as verified, closes every way into the account, and mails the old
 * address a link to set a new password, which asks for a second factor from more than seven days before the change. Repeating it changes nothing more, because people click twice.
 * @param address of the client
 * @throws AppError as `changeToUndo`; conflict if the old address is another account's by now
 */
export function undoEmailChange(token: string, address: string): { message: string } {
  const userId = essentialTransaction((tx) => {
    const change = changeToUndo(token);
    if (change.undoneAt !== null) return null;
    const { userId, oldEmail, newEmail } = change;
    const { isIssuer } = restoreEmail(tx, change);
    const changedAt = change.confirmedAt ?? now();
    const tookBack = closeAccount(tx, userId, { changedAt, since: changedAt - UNDO_MS });
    const reset = issueOneTimeToken(tx, userId, 'reset-password');
    enqueueMail(tx, emailChangeUndoneMail(oldEmail, reset, tookBack));
    recordAct(tx, { kind: 'visitor', address }, 'email.change_undone', {
      object: ['account', userId],
      organisation: isIssuer ? userId : null,
      before: { email: hashOfText(tx, userId, newEmail) },
      after: { email: hashOfText(tx, userId, oldEmail) },
    });
    return userId;
  });
  if (userId) recordSecurityEvent('email change undone', { userId, address });
  return { message: emailRestored() };
}
