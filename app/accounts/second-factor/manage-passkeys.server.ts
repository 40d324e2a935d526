import type { z } from 'zod';
import { type Actor, requireBrowser } from '#app/accounts/actor.server.ts';
import { requireLiveSession, requireRecentProof } from '#app/accounts/require-login.server.ts';
import { recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, forbidden, invalid, notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { essentialTransaction } from '#db/client.ts';
import { t } from '#messages';
import { checkNewPasskey } from './check-passkey.server.ts';
import { replaceRecoveryCodes } from './codes.server.ts';
import { removeSecondFactor, tellOwner } from './manage-second-factor.server.ts';
import { hasSecondFactor, isRequired } from './must-set-up.server.ts';
import { countPasskeys, deletePasskey, insertPasskey, MOST_PASSKEYS } from './passkeys.server.ts';
import type { addPasskeySchema, removePasskeySchema } from './second-factor.schema.ts';

/**
 * Adds a passkey to the actor's account.
 * @returns recovery codes, which are never shown again, if it is the account's first second factor
 * @throws PasskeyRefused; AppError unauthenticated; forbidden for API tokens and with the code 'password_required'; invalid for a
 *   wrong password; conflict for a passkey of an account, and with the most passkeys; rate-limited; busy
 */
export async function addPasskey(
  actor: Actor,
  { name, passkey, password }: z.output<typeof addPasskeySchema>,
): Promise<{ message: string; codes: string[] | null }> {
  requireBrowser(actor);
  const { id: userId } = actor.user;
  await requireRecentProof(actor, password);
  const checked = await checkNewPasskey(passkey, { purpose: 'add', userId });
  const codes = essentialTransaction((tx) => {
    requireLiveSession(tx, actor);
    if (countPasskeys(userId) >= MOST_PASSKEYS) {
      const message = t('managePasskeys.anAccountHasAtMostMostpasskeysPasskeys', {
        mostPasskeys: MOST_PASSKEYS,
      });
      throw invalid(message, { name: [message] });
    }
    const isFirst = !hasSecondFactor(userId);
    const row = { ...checked, id: newId(), userId, name, createdAt: now() };
    if (!insertPasskey(tx, row))
      throw new AppError('conflict', t('managePasskeys.thisPasskeyWasAddedAlready'));
    tellOwner(tx, actor.user, isFirst ? 'on' : 'passkey-added');
    recordAct(tx, actor, 'passkey.added', { object: ['passkey', row.id] });
    if (isFirst) recordAct(tx, actor, 'second_factor.on');
    return isFirst ? replaceRecoveryCodes(tx, userId) : null;
  });
  recordSecurityEvent('passkey added', { userId, address: actor.address });
  return { message: t('managePasskeys.thePasskeyWasAdded'), codes };
}

/**
 * Removes a passkey of the actor's account. With the last second factor go its recovery codes and trusted browsers.
 * @throws AppError unauthenticated; forbidden for API tokens, for the last second factor of an account that must have one, and with the
 *   code 'password_required'; not-found; invalid for a wrong password; rate-limited; busy
 */
export async function removePasskey(
  actor: Actor,
  { passkeyId, password }: z.output<typeof removePasskeySchema>,
): Promise<{ message: string }> {
  requireBrowser(actor);
  const { id: userId } = actor.user;
  await requireRecentProof(actor, password);
  essentialTransaction((tx) => {
    requireLiveSession(tx, actor);
    if (!deletePasskey(tx, userId, passkeyId)) throw notFound();
    const isLast = !hasSecondFactor(userId);
    if (isLast && isRequired(actor.user)) throw forbidden(t('managePasskeys.thisSiteRequiresASecondFactor'));
    if (isLast) removeSecondFactor(tx, userId);
    tellOwner(tx, actor.user, isLast ? 'off' : 'passkey-removed');
    recordAct(tx, actor, 'passkey.removed', { object: ['passkey', passkeyId] });
    if (isLast) recordAct(tx, actor, 'second_factor.off');
  });
  recordSecurityEvent('passkey removed', { userId, address: actor.address });
  return { message: t('managePasskeys.thePasskeyWasRemoved') };
}
