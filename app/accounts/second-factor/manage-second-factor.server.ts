import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, type ActorUser, requireBrowser } from '#app/accounts/actor.server.ts';
import { requireLiveSession } from '#app/accounts/live-session.server.ts';
import { requireOwnPassword } from '#app/accounts/own-password.server.ts';
import { recordSecurityEvent } from '#app/accounts/security-events.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { secondFactorMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { AppError, forbidden, invalid, notFound } from '#app/shared/errors.server.ts';
import { db, essentialTransaction, type Transaction, transaction } from '#db/client.ts';
import { authenticatorApps } from '#db/schema/second-factor.ts';
import { type AppOffer, addApp, hasSecondFactor, offerApp, openOffer } from './authenticator-app.server.ts';
import { isRequired } from './must-set-up.server.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.server.ts';
import { removeSecondFactor } from './remove-second-factor.server.ts';
import type { addAppSchema, confirmedSchema, forgetDeviceSchema } from './second-factor.schema.ts';
import { forgetTrusted, listTrusted } from './trusted-devices.server.ts';

const ALREADY_ON = 'The second factor is already switched on.';
const NOT_ON = 'The second factor is not switched on.';

/** An account's second factor. Times are in ms UTC. */
export type SecondFactor = {
  since: number;
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
  return app ? { ...app, codesLeft: countRecoveryCodes(id), devices: listTrusted(id) } : null;
}

const labelOf = ({ email, username }: ActorUser) => email ?? username;

/** What an app needs to be added. @param setup of an offer that the actor saw before, which stays while it is valid */
export function offerSecondFactor(actor: Actor, setup?: string): AppOffer {
  requireBrowser(actor);
  const { user } = actor;
  const label = labelOf(user);
  return (setup && openOffer(user.id, label, setup)) || offerApp(user.id, label);
}

function tell(tx: Transaction, { name, email }: ActorUser, change: 'on' | 'off' | 'codes') {
  if (email) enqueueMail(tx, secondFactorMail({ name, email }, change));
}

export type Codes = { message: string; codes: string[] };

/**
 * Switches the second factor on.
 * @returns recovery codes, which are never shown again
 * @throws AppError unauthenticated; forbidden for API tokens; invalid for a wrong password, code or expired offer; conflict when it
 *   is on; rate-limited; busy
 */
export async function switchOn(
  actor: Actor,
  { setup, code, password }: z.output<typeof addAppSchema>,
): Promise<Codes> {
  requireBrowser(actor);
  const { user } = actor;
  const offer = openOffer(user.id, labelOf(user), setup);
  if (!offer) throw invalid('This page has expired. Scan the new code.');
  await requireOwnPassword(actor, password, 'password');
  const codes = essentialTransaction((tx) => {
    requireLiveSession(tx, actor);
    if (hasSecondFactor(user.id)) throw new AppError('conflict', ALREADY_ON);
    if (!addApp(tx, user.id, offer, code)) {
      const message = 'This code is not the one that the app shows now.';
      throw invalid(message, { code: [message] });
    }
    tell(tx, user, 'on');
    recordAct(tx, actor, 'second_factor.on');
    return replaceRecoveryCodes(tx, user.id);
  });
  recordSecurityEvent('second factor on', { userId: user.id, address: actor.address });
  return { message: 'The second factor is switched on.', codes };
}

/** Replaces the recovery codes. Errors as `switchOn`. */
export async function renewCodes(
  actor: Actor,
  { password }: z.output<typeof confirmedSchema>,
): Promise<Codes> {
  requireBrowser(actor);
  const { user } = actor;
  await requireOwnPassword(actor, password, 'password');
  const codes = essentialTransaction((tx) => {
    requireLiveSession(tx, actor);
    if (!hasSecondFactor(user.id)) throw new AppError('conflict', NOT_ON);
    tell(tx, user, 'codes');
    recordAct(tx, actor, 'recovery_codes.replaced');
    return replaceRecoveryCodes(tx, user.id);
  });
  recordSecurityEvent('recovery codes replaced', { userId: user.id, address: actor.address });
  return { message: 'There are new recovery codes.', codes };
}

/** Switches the second factor off. Errors as `switchOn`. */
export async function switchOff(
  actor: Actor,
  { password }: z.output<typeof confirmedSchema>,
): Promise<{ message: string }> {
  requireBrowser(actor);
  const { user } = actor;
  if (isRequired(user.role)) throw forbidden('This site requires a second factor.');
  await requireOwnPassword(actor, password, 'password');
  essentialTransaction((tx) => {
    requireLiveSession(tx, actor);
    if (!removeSecondFactor(tx, user.id)) throw new AppError('conflict', NOT_ON);
    tell(tx, user, 'off');
    recordAct(tx, actor, 'second_factor.off');
  });
  recordSecurityEvent('second factor off', { userId: user.id, address: actor.address });
  return { message: 'The second factor is switched off.' };
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
  return { message: 'This browser will be asked for a code again.' };
}
