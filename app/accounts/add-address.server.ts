import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { keptFor } from '#app/accounts/email-change/request-email-change.server.ts';
import { hashOfText, recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { addAddressMail, addressInUseMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail, enqueueNothing } from '#app/mail/outbox.server.ts';
import { readerLanguage } from '#app/messages/reader-language.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, forbidden, invalid, notFound } from '#app/shared/errors.server.ts';
import { email } from '#app/shared/fields.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { accountAddresses } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { Actor } from './actor.server.ts';
import { addressesOf, otherAddresses, ownerOfAddress } from './addresses.server.ts';
import { issueOneTimeToken, ownerOfToken, redeemOneTimeToken } from './one-time-tokens.server.ts';
import { limit, mayMail } from './rate-limits.server.ts';
import { requireLogin } from './require-login.server.ts';

export const addressLinkSent = () => t('addAddress.aLinkIsOnItsWay');
export const MOST_ADDRESSES = 10;

export const addressSchema = z.object({ email: email() });

/** @throws AppError conflict for an account that may have no more addresses */
function requireRoom(userId: string) {
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

const addressAdded = () => t('confirmAddress.theAddressWasAddedToYourAccount');
const addressTaken = () => t('confirmAddress.thisAddressBelongsToAnotherAccount');
const otherAccount = () => t('common.anotherAccountAskedForThisLink');

/**
 * The address that a mailed link adds to the actor's account. Changes nothing.
 * @throws AppError unauthenticated; forbidden for a named API token and for another account than the one that asked; not-found for
 *   a wrong, used or expired link; conflict if the address belongs to another account by now
 */
export function addressToConfirm(actor: Actor, token: string): { address: string } {
  requireLogin(actor);
  const asked = ownerOfToken(token, 'add-address');
  if (!asked?.address) throw notFound();
  if (asked.userId !== actor.user.id) throw forbidden(otherAccount());
  const { address } = asked;
  const owner = ownerOfAddress(address);
  const kept = keptFor(address);
  if (kept !== null && kept !== actor.user.id) throw new AppError('conflict', addressTaken());
  if (owner !== null && owner !== actor.user.id) throw new AppError('conflict', addressTaken());
  if (owner === null && asked.used) throw notFound();
  return { address };
}

/**
 * Adds the address of a mailed link to the actor's account. Of several accounts that asked for it, the first to confirm gets it.
 * Repeating it succeeds, because people click twice.
 * @throws AppError as `addressToConfirm`; conflict, also for an account that may have no more addresses
 */
export function confirmAddress(actor: Actor, token: string): { message: string } {
  requireLogin(actor);
  const { id: userId } = actor.user;
  transaction((tx) => {
    const { address } = addressToConfirm(actor, token);
    if (ownerOfAddress(address) === userId) return;
    requireRoom(userId);
    redeemOneTimeToken(tx, token, 'add-address');
    tx.insert(accountAddresses).values({ address, userId, provedAt: now() }).run();
    recordAct(tx, actor, 'address.added', { after: { address: hashOfText(tx, userId, address) } });
    recordSecurityEvent('address added', { userId });
  });
  return { message: addressAdded() };
}
