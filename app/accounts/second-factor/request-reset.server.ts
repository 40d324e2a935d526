import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { endOneTimeTokens, issueOneTimeToken } from '#app/accounts/one-time-tokens.server.ts';
import { requireLiveSession, requireLogin } from '#app/accounts/require-login.server.ts';
import { recordSecurityEvent } from '#app/accounts/security-events.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { secondFactorResetMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { secondFactorResets } from '#db/schema/account-recovery.ts';
import { users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { hasSecondFactor } from './must-set-up.server.ts';
import { hasRecentSecondFactor, ownNeeded, requireOwnCode } from './require-own-code.server.ts';
import type { resetSchema } from './second-factor.schema.ts';

/** How long the owner can object. */
const OBJECTION_MS = 24 * 3_600_000;
const none = () => t('requestReset.thisAccountHasNoSecondFactor');
export const resetOpen = () => t('requestReset.aResetOfThisSecondFactor');
const byOperator = () => t('requestReset.theOperatorResetsTheSecondFactor');

/** An account whose second factor a super admin may reset. */
export type ResetSubject = {
  name: string;
  username: string;
  email: string;
  isIssuer: boolean;
  /** Why it cannot be reset now, or null. */
  obstacle: string | null;
};

const openReset = (userId: string) =>
  and(
    eq(secondFactorResets.userId, userId),
    isNull(secondFactorResets.objectedAt),
    isNull(secondFactorResets.doneAt),
  );

function subjectOf(read: Pick<Transaction, 'select'>, userId: string): ResetSubject {
  const { name, username, email, role } = users;
  const row = read.select({ name, username, email, role }).from(users).where(eq(users.id, userId)).get();
  if (!row) throw notFound();
  if (row.role === 'superadmin' || row.email === null) throw new AppError('conflict', byOperator());
  const isOpen = read.select().from(secondFactorResets).where(openReset(userId)).get() !== undefined;
  const obstacle = hasSecondFactor(userId) ? (isOpen ? resetOpen() : null) : none();
  return {
    name: row.name,
    username: row.username,
    email: row.email,
    isIssuer: row.role === 'admin',
    obstacle,
  };
}

/** `needsCode`: the page must ask for a code of the actor's own second factor. */
export type ResetForm = { subject: ResetSubject; needsCode: boolean };

/** @throws AppError forbidden unless the actor is a super admin; not-found; conflict for a super admin's account */
export function resetForm(actor: Actor, userId: string): ResetForm {
  requireSuperAdmin(actor);
  const subject = subjectOf(db(), userId);
  const obstacle = subject.obstacle ?? (hasSecondFactor(actor.user.id) ? null : ownNeeded());
  return { subject: { ...subject, obstacle }, needsCode: !hasRecentSecondFactor(actor) };
}

/**
 * Announces that an account's second factor will be removed in 24 hours, and mails its owner a link to object.
 * @throws AppError unauthenticated; forbidden unless the actor is a super admin, and as `requireOwnCode`; not-found; conflict for an
 *   account without a second factor, with an open request, and for super admins; invalid; rate-limited
 */
export function requestReset(
  actor: Actor,
  userId: string,
  { reason, code }: z.output<typeof resetSchema>,
): { message: string } {
  requireSuperAdmin(actor);
  requireLogin(actor);
  subjectOf(db(), userId);
  requireOwnCode(actor, code);
  const subject = transaction((tx) => {
    requireLiveSession(tx, actor);
    const found = subjectOf(tx, userId);
    if (found.obstacle) throw new AppError('conflict', found.obstacle);
    const effectiveAt = now() + OBJECTION_MS;
    tx.insert(secondFactorResets)
      .values({
        id: newId(),
        userId,
        requestedBy: actor.user.id,
        reason,
        requestedAt: now(),
        effectiveAt,
      })
      .run();
    endOneTimeTokens(tx, userId, 'object-to-reset');
    const token = issueOneTimeToken(tx, userId, 'object-to-reset');
    enqueueMail(tx, secondFactorResetMail(found, { reason, effectiveAt, token }));
    recordAct(tx, actor, 'second_factor.reset_requested', {
      object: ['account', userId],
      organisation: found.isIssuer ? userId : null,
    });
    return found;
  });
  recordSecurityEvent('second factor reset requested', {
    userId: actor.user.id,
    subjectId: userId,
    address: actor.address,
  });
  return { message: t('requestReset.theSecondFactorOfNameGoes', { name: subject.name }) };
}
