import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { hashOfText, recordAct } from '#app/audit/record-act.server.ts';
import { addAddressMail, addressInUseMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail, enqueueNothing } from '#app/mail/outbox.server.ts';
import { readerLanguage } from '#app/messages/reader-language.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { email } from '#app/shared/fields.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { accountAddresses } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { Actor } from './actor.server.ts';
import { addressesOf, otherAddresses, ownerOfAddress } from './addresses.server.ts';
import { keptFor } from './email-change/email-changes.server.ts';
import { issueOneTimeToken } from './one-time-tokens.server.ts';
import { limit, mayMail } from './rate-limits.server.ts';
import { requireLogin } from './require-login.server.ts';
import { recordSecurityEvent } from './security-events.server.ts';

export const addressLinkSent = () => t('addAddress.aLinkIsOnItsWay');
export const MOST_ADDRESSES = 10;

export const addressSchema = z.object({ email: email() });

/** @throws AppError conflict for an account that may have no more addresses */
export function requireRoom(userId: string) {
  if (otherAddresses(userId).length < MOST_ADDRESSES) return;
  throw new AppError(
    'conflict',
    t('addAddress.anAccountHasAtMostMostaddresses', { mostAddresses: MOST_ADDRESSES }),
  );
}

/**
 * Mails a link that adds an address to the actor's account. The response does not tell whether the address belongs to another
 * account: the mail does.
 * @throws AppError unauthenticated; forbidden for a named API token; invalid for an address of this account; conflict; rate-limited
 */
export async function addAddress(
  actor: Actor,
  { email: address }: z.output<typeof addressSchema>,
): Promise<{ message: string }> {
  requireLogin(actor);
  const { id: userId } = actor.user;
  if (addressesOf(actor).includes(address)) {
    const message = t('addAddress.thisAddressBelongsToYourAccountAlready');
    throw invalid(message, { email: [message] });
  }
  requireRoom(userId);
  await limit(actor, 'verification-mail');
  const mailAllowed = await mayMail(address, 'verification-mail');
  transaction((tx) => {
    const kept = keptFor(address);
    const isTaken = ownerOfAddress(address) !== null || (kept !== null && kept !== userId);
    if (!mailAllowed) enqueueNothing(tx);
    else if (isTaken) enqueueMail(tx, addressInUseMail(address));
    else
      enqueueMail(
        tx,
        addAddressMail(address, issueOneTimeToken(tx, userId, 'add-address', address)),
        undefined,
        actor.user.language ?? readerLanguage(),
      );
    storeAnswer(tx, { message: addressLinkSent() });
  });
  return { message: addressLinkSent() };
}

export const addressRemoved = () => t('removeAddress.theAddressWasRemovedFromYourAccount');

/**
 * Removes one of the other addresses of the actor's account, whose certificates it shows no longer. Repeating it succeeds.
 * @throws AppError unauthenticated; forbidden for a named API token
 */
export function removeAddress(
  actor: Actor,
  { email: address }: z.output<typeof addressSchema>,
): { message: string } {
  requireLogin(actor);
  const { id: userId } = actor.user;
  const own = and(eq(accountAddresses.address, address), eq(accountAddresses.userId, userId));
  const isRemoved = transaction((tx) => {
    if (tx.delete(accountAddresses).where(own).run().changes === 0) return false;
    recordAct(tx, actor, 'address.removed', { before: { address: hashOfText(tx, userId, address) } });
    return true;
  });
  if (isRemoved) recordSecurityEvent('address removed', { userId });
  return { message: addressRemoved() };
}
