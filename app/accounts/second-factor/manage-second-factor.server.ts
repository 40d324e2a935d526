import { and, eq, gte } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, type ActorUser, requireBrowser } from '#app/accounts/actor.server.ts';
import { requireLiveSession, requireRecentProof } from '#app/accounts/require-login.server.ts';
import { recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { secondFactorMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { AppError, forbidden, invalid, notFound } from '#app/shared/errors.server.ts';
import { db, essentialTransaction, type Transaction, transaction } from '#db/client.ts';
import { authenticatorApps, passkeys } from '#db/schema/second-factor.ts';
import { t } from '#messages';
import { endChallenges, forgetAllTrusted, forgetTrusted, listTrusted } from './challenges.server.ts';
import {
  type AppOffer,
  addApp,
  countRecoveryCodes,
  hasApp,
  offerApp,
  openOffer,
  removeApp,
  removeRecoveryCodes,
  replaceRecoveryCodes,
} from './codes.server.ts';
import { hasSecondFactor, isRequired } from './must-set-up.server.ts';
import { listPasskeys } from './passkeys.server.ts';
import type { addAppSchema, confirmedSchema, forgetDeviceSchema } from './second-factor.schema.ts';

/** Mails the owner what changed about the second factor. Super admins have no address. */
export function tellOwner(
  tx: Transaction,
  { name, email }: Pick<ActorUser, 'name' | 'email'>,
  change: Parameters<typeof secondFactorMail>[1],
) {
  if (email) enqueueMail(tx, secondFactorMail({ name, email }, change));
}

/**
 * Removes everything about an account's second factor.
 * @param since an app and passkeys that were added earlier stay
 * @returns false if it removed no app and no passkey
 */
export function removeSecondFactor(tx: Transaction, userId: string, since = 0): boolean {
  removeRecoveryCodes(tx, userId);
  forgetAllTrusted(tx, userId);
  endChallenges(tx, userId);
  const removed = [passkeys, authenticatorApps].map(
    (table) =>
      tx
        .delete(table)
        .where(and(eq(table.userId, userId), gte(table.createdAt, since)))
        .run().changes,
  );
  return removed.some((count) => count > 0);
}

const hasAppTexts = () => t('manageSecondFactor.yourAccountHasAnAuthenticatorAppAlready');
const noApp = () => t('manageSecondFactor.yourAccountHasNoAuthenticatorApp');
const notOn = () => t('manageSecondFactor.theSecondFactorIsNotSwitchedOn');

/** An account's second factor. Times are in ms UTC. */
type SecondFactor = {
  /** Since when it has an authenticator app, or null. */
  appSince: number | null;
  passkeys: ReturnType<typeof listPasskeys>;
  codesLeft: number;
  devices: ReturnType<typeof listTrusted>;
};

/** The actor's second factor, or null. @throws AppError unauthenticated; forbidden for API tokens */
export function secondFactorOf(actor: Actor): SecondFactor | null {
  requireBrowser(actor);
  const { id } = actor.user;
  const app = db()
    .select({ since: authenticatorApps.createdAt })
    .from(authenticatorApps)
    .where(eq(authenticatorApps.userId, id))
    .get();
  const passkeys = listPasskeys(id);
  if (!app && passkeys.length === 0) return null;
  return {
    appSince: app?.since ?? null,
    passkeys,
    codesLeft: countRecoveryCodes(id),
    devices: listTrusted(id),
  };
}

const labelOf = ({ email, username }: ActorUser) => email ?? username;

/** What an app needs to be added. @param setup of an offer that the actor saw before, which stays while it is valid */
export function offerSecondFactor(actor: Actor, setup?: string): AppOffer {
  requireBrowser(actor);
  const { user } = actor;
  const label = labelOf(user);
  return (setup && openOffer(user.id, label, setup)) || offerApp(user.id, label);
}

/** `codes` is null for an account that has recovery codes from its other second factor. */
type Codes = { message: string; codes: string[] | null };

/**
 * Adds an authenticator app, which switches the second factor on.
 * @returns recovery codes, which are never shown again
 * @throws AppError unauthenticated; forbidden for API tokens and with the code 'password_required'; invalid for a wrong password, code
 *   or expired offer; conflict when the account has an app; rate-limited; busy
 */
export async function switchOn(
  actor: Actor,
  { setup, code, password }: z.output<typeof addAppSchema>,
): Promise<Codes> {
  requireBrowser(actor);
  const { user } = actor;
  const offer = openOffer(user.id, labelOf(user), setup);
  if (!offer) throw invalid(t('manageSecondFactor.thisPageHasExpiredScanTheNewCode'));
  await requireRecentProof(actor, password);
  const codes = essentialTransaction((tx) => {
    requireLiveSession(tx, actor);
    if (hasApp(user.id)) throw new AppError('conflict', hasAppTexts());
    const isFirst = !hasSecondFactor(user.id);
    if (!addApp(tx, user.id, offer, code)) {
      const message = t('manageSecondFactor.thisCodeIsNotTheOne');
      throw invalid(message, { code: [message] });
    }
    tellOwner(tx, user, isFirst ? 'on' : 'app-added');
    recordAct(tx, actor, isFirst ? 'second_factor.on' : 'authenticator_app.added');
    return isFirst ? replaceRecoveryCodes(tx, user.id) : null;
  });
  recordSecurityEvent('second factor on', { userId: user.id, address: actor.address });
  return {
    message: codes
      ? t('manageSecondFactor.theSecondFactorIsSwitchedOn')
      : t('manageSecondFactor.theAuthenticatorAppWasAdded'),
    codes,
  };
}

/** Replaces the recovery codes. Errors as `switchOn`. */
export async function renewCodes(
  actor: Actor,
  { password }: z.output<typeof confirmedSchema>,
): Promise<Codes> {
  requireBrowser(actor);
  const { user } = actor;
  await requireRecentProof(actor, password);
  const codes = essentialTransaction((tx) => {
    requireLiveSession(tx, actor);
    if (!hasSecondFactor(user.id)) throw new AppError('conflict', notOn());
    tellOwner(tx, user, 'codes');
    recordAct(tx, actor, 'recovery_codes.replaced');
    return replaceRecoveryCodes(tx, user.id);
  });
  recordSecurityEvent('recovery codes replaced', { userId: user.id, address: actor.address });
  return { message: t('manageSecondFactor.thereAreNewRecoveryCodes'), codes };
}

/**
 * Removes the authenticator app of an account that has a passkey, too.
 * @throws AppError conflict without an app or another second factor; otherwise as `switchOn`
 */
export async function removeOwnApp(
  actor: Actor,
  { password }: z.output<typeof confirmedSchema>,
): Promise<{ message: string }> {
  requireBrowser(actor);
  const { user } = actor;
  await requireRecentProof(actor, password);
  essentialTransaction((tx) => {
    requireLiveSession(tx, actor);
    if (!removeApp(tx, user.id)) throw new AppError('conflict', noApp());
    if (!hasSecondFactor(user.id))
      throw new AppError('conflict', t('manageSecondFactor.thisIsYourOnlySecondFactor'));
    tellOwner(tx, user, 'app-removed');
    recordAct(tx, actor, 'authenticator_app.removed');
  });
  recordSecurityEvent('authenticator app removed', { userId: user.id, address: actor.address });
  return { message: t('manageSecondFactor.theAuthenticatorAppWasRemoved') };
}

/** Switches the second factor off: the app and every passkey. Errors as `switchOn`. */
export async function switchOff(
  actor: Actor,
  { password }: z.output<typeof confirmedSchema>,
): Promise<{ message: string }> {
  requireBrowser(actor);
  const { user } = actor;
  if (isRequired(user)) throw forbidden(t('common.thisSiteRequiresASecondFactor'));
  await requireRecentProof(actor, password);
  essentialTransaction((tx) => {
    requireLiveSession(tx, actor);
    if (!removeSecondFactor(tx, user.id)) throw new AppError('conflict', notOn());
    tellOwner(tx, user, 'off');
    recordAct(tx, actor, 'second_factor.off');
  });
  recordSecurityEvent('second factor off', { userId: user.id, address: actor.address });
  return { message: t('manageSecondFactor.theSecondFactorIsSwitchedOff') };
}

/** Asks for the second factor again on a browser. @throws AppError unauthenticated; forbidden; not-found */
export function forgetDevice(
  actor: Actor,
  { device }: z.output<typeof forgetDeviceSchema>,
): { message: string } {
  requireBrowser(actor);
  transaction((tx) => {
    if (!forgetTrusted(tx, actor.user.id, device)) throw notFound();
    recordAct(tx, actor, 'device.forgotten', { object: ['device', device] });
  });
  return { message: t('manageSecondFactor.thisBrowserWillBeAsked') };
}
