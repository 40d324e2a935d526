import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { requirePrintableName } from '#app/accounts/organisations/membership.server.ts';
import { ownFoundation, requestName } from '#app/accounts/organisations/request-name.server.ts';
import { hashOfText, recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { passwordChangedMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { forbidden, notFound } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, essentialTransaction, prepared, type Transaction, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type {
  billingSchema,
  nameSchema,
  passwordByPasskeySchema,
  passwordSchema,
} from './account.schema.server.ts';
import { type Actor, type ActorUser, clientOf, type Member, requireMember } from './actor.server.ts';
import { endOneTimeTokens } from './one-time-tokens.server.ts';
import { hashPassword, requireUnbreached } from './passwords.server.ts';
import { withinLimit } from './rate-limits.server.ts';
import { requireLiveSession, requireLogin, requireOwnPassword } from './require-login.server.ts';
import { endChallenges, forgetAllTrusted } from './second-factor/challenges.server.ts';
import { checkPasskey, PasskeyRefused, recordUse } from './second-factor/check-passkey.server.ts';
import { endSessions, type LoginClient, startSession } from './sessions.server.ts';

const createdAtOf = prepared(() =>
  db()
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
);

/**
 * The actor's own account.
 * @returns createdAt in ms UTC
 * @throws AppError unauthenticated
 */
export function me(actor: Actor): ActorUser & { createdAt: number } {
  requireMember(actor);
  const row = createdAtOf().get({ id: actor.user.id });
  if (!row) throw notFound();
  return { ...actor.user, createdAt: row.createdAt };
}

/**
 * Changes the actor's name. For the owner of the organisation that it registered, it requests the name for both (`requestName`).
 * Certificates keep the name under which they were issued.
 * @param input {name}
 * @throws AppError unauthenticated; forbidden for a named API token; invalid; rate-limited
 */
export async function updateName(
  actor: Actor,
  input: z.output<typeof nameSchema>,
): Promise<{ message: string }> {
  requireLogin(actor);
  const { name } = input;
  const { user } = actor;
  const own = ownFoundation(user.id);
  if (own) {
    requirePrintableName(name);
    return requestName(actor, own, input);
  }
  return transaction((tx) => {
    tx.update(users).set({ name }).where(eq(users.id, user.id)).run();
    const before = { name: hashOfText(tx, user.id, user.name) };
    recordAct(tx, actor, 'name.changed', { before, after: { name: hashOfText(tx, user.id, name) } });
    return storeAnswer(tx, { message: t('updateName.yourNameWasChanged') });
  });
}

export type BillingDetails = { company: string | null; taxId: string | null };

/**
 * The actor's company and tax ID for receipts.
 * @throws AppError unauthenticated
 */
export function billingDetails(actor: Actor): BillingDetails {
  requireMember(actor);
  const row = db()
    .select({ company: users.company, taxId: users.taxId })
    .from(users)
    .where(eq(users.id, actor.user.id))
    .get();
  return row ?? { company: null, taxId: null };
}

/**
 * Sets the actor's company and tax ID for later receipts.
 * @param input {company?, taxId?}
 * @throws AppError unauthenticated; forbidden for a named API token; invalid
 */
export function setBillingDetails(actor: Actor, input: z.output<typeof billingSchema>): { message: string } {
  requireLogin(actor);
  const { company, taxId } = input;
  const { id } = actor.user;
  transaction((tx) => {
    const hashed = (text: string | null) => text && hashOfText(tx, id, text);
    const before = billingDetails(actor);
    tx.update(users).set({ company, taxId }).where(eq(users.id, id)).run();
    recordAct(tx, actor, 'settings.billing', {
      before: { company: hashed(before.company), taxId: hashed(before.taxId) },
      after: { company: hashed(company ?? null), taxId: hashed(taxId ?? null) },
    });
  });
  return { message: t('billingDetails.yourNextReceiptsWillShowTheseDetails') };
}

type Changed = { message: string; token: string };

function requireOwner(actor: Actor): asserts actor is Member {
  requireLogin(actor);
  if (actor.user.role === 'superadmin') throw forbidden(t('changePassword.thePasswordsOfASuperAdmin'));
}

/** @param first is part of the transaction, and may refuse */
async function replacePassword(
  actor: Member,
  newPassword: string,
  client: LoginClient,
  first?: (tx: Transaction) => void,
): Promise<Changed> {
  const userId = actor.user.id;
  await requireUnbreached(newPassword, 'newPassword');
  const passwordHash = await hashPassword(newPassword, clientOf(actor));
  const changed = essentialTransaction((tx) => {
    requireLiveSession(tx, actor);
    first?.(tx);
    tx.update(users).set({ passwordHash, googleSub: null }).where(eq(users.id, userId)).run();
    endSessions(tx, userId);
    recordAct(tx, actor, 'password.changed');
    endOneTimeTokens(tx, userId, 'reset-password');
    endOneTimeTokens(tx, userId, 'google-login');
    endChallenges(tx, userId);
    forgetAllTrusted(tx, userId);
    if (actor.user.email)
      enqueueMail(tx, passwordChangedMail({ name: actor.user.name, email: actor.user.email }));
    const token = startSession(tx, userId, actor.kind === 'user' ? 'browser' : 'bearer', client);
    return storeAnswer(tx, { message: passwordChangedText(), token });
  });
  recordSecurityEvent('password changed', { userId, address: client.address });
  return changed;
}

/**
 * Changes the actor's password. Ends every session, token and link of the account and returns the secret of a new session.
 * @param input {currentPassword, newPassword}
 * @throws AppError unauthenticated; forbidden for named API tokens and super admins, whose two passwords the operator sets;
 *   invalid, also for a wrong current password; rate-limited; busy
 */
export async function changePassword(
  actor: Actor,
  { currentPassword, newPassword }: z.output<typeof passwordSchema>,
  client: LoginClient,
): Promise<Changed> {
  requireOwner(actor);
  await requireOwnPassword(actor, currentPassword, 'currentPassword');
  return replacePassword(actor, newPassword, client);
}

export const passwordChangedText = () => t('changePassword.yourPasswordWasChanged');
const unverifiedTexts = () => t('changePassword.thisPasskeyAskedForNoPin');

/**
 * The same with a passkey of the account instead of the current password. The passkey must verify its user.
 * @throws PasskeyRefused; AppError as `changePassword`
 */
export async function changePasswordByPasskey(
  actor: Actor,
  { passkey, newPassword }: z.output<typeof passwordByPasskeySchema>,
  client: LoginClient,
): Promise<Changed> {
  requireOwner(actor);
  const asked = { purpose: 'proof', userId: actor.user.id } as const;
  const checked = await withinLimit(actor, 'password-changes', () => checkPasskey(passkey, asked));
  if (!checked.userVerified) throw new PasskeyRefused(unverifiedTexts(), actor.user.id);
  return replacePassword(actor, newPassword, client, (tx) => recordUse(tx, checked));
}
