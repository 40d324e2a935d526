import { and, eq, gt } from 'drizzle-orm';
import { claimAddress, verifiedOwner } from '#app/accounts/addresses.server.ts';
import { closeAccount } from '#app/accounts/closed-account.server.ts';
import { issueOneTimeToken } from '#app/accounts/one-time-tokens.server.ts';
import { recordSecurityEvent } from '#app/accounts/security-events.server.ts';
import { hashOfText, recordAct } from '#app/audit/record-act.server.ts';
import { emailChangeUndoneMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { essentialTransaction, type Transaction } from '#db/client.ts';
import { emailChanges } from '#db/schema/account-recovery.ts';
import { accountAddresses, users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { changeOfLink, type EmailChange, UNDO_MS } from './email-changes.server.ts';

const linkDead = () => t('common.thisLinkIsNoLongerValid');
const emailTaken = () => t('undoEmailChange.yourFormerAddressBelongsToAnother');
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
  if (owner !== null && owner !== userId) throw new AppError('conflict', emailTaken());
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
