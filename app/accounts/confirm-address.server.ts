import { hashOfText, recordAct } from '#app/audit/record-act.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, forbidden, notFound } from '#app/shared/errors.server.ts';
import { transaction } from '#db/client.ts';
import { accountAddresses } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { Actor } from './actor.server.ts';
import { requireRoom } from './add-address.server.ts';
import { ownerOfAddress } from './addresses.server.ts';
import { keptFor } from './email-change/email-changes.server.ts';
import { ownerOfToken, redeemOneTimeToken } from './one-time-tokens.server.ts';
import { requireLogin } from './require-login.server.ts';
import { recordSecurityEvent } from './security-events.server.ts';

export const addressAdded = () => t('confirmAddress.theAddressWasAddedToYourAccount');
export const addressTaken = () => t('confirmAddress.thisAddressBelongsToAnotherAccount');
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
