import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { hashOfText, recordAct } from '#app/audit/record-act.server.ts';
import { transaction } from '#db/client.ts';
import { accountAddresses } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { Actor } from './actor.server.ts';
import type { addressSchema } from './add-address.server.ts';
import { requireLogin } from './require-login.server.ts';
import { recordSecurityEvent } from './security-events.server.ts';

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
