import { and, eq, ne } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requireBrowser } from '#app/accounts/actor.server.ts';
import { obstaclesToClosing } from '#app/accounts/organisations/close-organisation.server.ts';
import { ownedBy } from '#app/accounts/organisations/membership.server.ts';
import { requireLiveSession, requireOwnPassword } from '#app/accounts/require-login.server.ts';
import { deletionDueAt } from '#app/accounts/restriction.server.ts';
import { recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { accountKeptMail, deletionRequestedMail } from '#app/mail/privacy-mails.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, forbidden } from '#app/shared/errors.server.ts';
import { secret } from '#app/shared/fields.ts';
import { essentialTransaction, preparedValue, transaction } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { accountDeletions } from '#db/schema/privacy.ts';
import { t } from '#messages';

/** What keeps an account from being deleted, and what its owner can do about it. */
const OBSTACLES: [query: string, message: () => string][] = [
  [
    "select 1 from payments where payer_id = ? and state in ('created', 'pending') limit 1",
    () => t('obstacles.aPaymentOfYoursIsOpen'),
  ],
  [
    'select 1 from credit_accounts where user_id = ? and owed_minor > 0',
    () => t('obstacles.youOweForVerificationsOnCredit'),
  ],
];

const queries = OBSTACLES.map(([query, message]) => ({ found: preparedValue<number>(query), message }));

/** Open business of an account and of the organisations that it owns. */
export const openBusinessOf = (userId: string): string[] => [
  ...queries.filter(({ found }) => found().get(userId) !== undefined).map(({ message }) => message()),
  ...ownedBy(userId).flatMap(obstaclesToClosing),
];

/** Why an account cannot be deleted now, in words for its owner. Empty if it can. */
const obstaclesTo = (userId: string): string[] => [
  ...openBusinessOf(userId),
  ...(ownedBy(userId).length > 0 ? [t('obstacles.youOwnAnOrganisation')] : []),
];

export const DAYS_TO_UNDO = 7;

export const requestDeletionSchema = z.object({ password: secret(() => t('common.password')) });

/** @throws AppError unauthenticated; forbidden for an API token and for super admins */
function requireDeletable(actor: Actor): asserts actor is Extract<Actor, { kind: 'user' }> {
  requireBrowser(actor);
  if (actor.user.role === 'superadmin') throw forbidden(t('common.theOperatorOfThisSiteManagesYourAccount'));
}

/** Why the actor's account cannot be deleted now. @throws AppError unauthenticated; forbidden as `requestDeletion` */
export function deletionObstacles(actor: Actor): string[] {
  requireDeletable(actor);
  return obstaclesTo(actor.user.id);
}

/**
 * Asks for the deletion of the actor's account in seven days. Until then its owner can keep it, and do nothing else. Its other
 * sessions and its API tokens end.
 * @param input {password}
 * @throws AppError unauthenticated; forbidden for an API token and for super admins; invalid for a wrong password; rate-limited;
 *   busy; conflict while something is open
 */
export async function requestDeletion(
  actor: Actor,
  { password }: z.output<typeof requestDeletionSchema>,
): Promise<{ message: string }> {
  requireDeletable(actor);
  await requireOwnPassword(actor, password, 'password');
  const { id: userId, name, email } = actor.user;
  transaction((tx) => {
    requireLiveSession(tx, actor);
    const [obstacle] = obstaclesTo(userId);
    if (obstacle) throw new AppError('conflict', obstacle);
    const requestedAt = now();
    const dueAt = requestedAt + DAYS_TO_UNDO * 86_400_000;
    const { changes } = tx
      .insert(accountDeletions)
      .values({ userId, requestedAt, dueAt })
      .onConflictDoNothing()
      .run();
    tx.delete(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.id, actor.sessionId)))
      .run();
    if (changes === 0) return;
    recordAct(tx, actor, 'account.deletion_requested', { object: ['account', userId] });
    if (email)
      enqueueMail(tx, deletionRequestedMail({ name, email }, new Date(dueAt).toISOString().slice(0, 10)));
  });
  recordSecurityEvent('account deletion requested', { userId, address: actor.address });
  return {
    message: t('requestDeletion.yourAccountWillBeDeletedInDaystoundoDays', { daysToUndo: DAYS_TO_UNDO }),
  };
}

/**
 * Keeps an account that would be deleted. Repeated, it changes nothing.
 * @throws AppError unauthenticated; forbidden for an API token; conflict once the deletion has begun
 */
export function keepAccount(actor: Actor): { message: string } {
  requireBrowser(actor);
  const { id: userId, name, email } = actor.user;
  essentialTransaction((tx) => {
    const dueAt = deletionDueAt(userId);
    if (dueAt !== null && dueAt <= now())
      throw new AppError('conflict', t('requestDeletion.yourAccountIsBeingDeletedAlready'));
    const { changes } = tx.delete(accountDeletions).where(eq(accountDeletions.userId, userId)).run();
    if (changes === 0) return;
    recordAct(tx, actor, 'account.kept', { object: ['account', userId] });
    if (email) enqueueMail(tx, accountKeptMail({ name, email }));
  });
  recordSecurityEvent('account kept', { userId, address: actor.address });
  return { message: t('requestDeletion.youKeepYourAccount') };
}
