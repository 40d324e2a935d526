import { and, desc, eq, gt, isNull, lte } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import {
  endOneTimeTokens,
  issueOneTimeToken,
  ownerOfToken,
  redeemOneTimeToken,
} from '#app/accounts/one-time-tokens.server.ts';
import { defaultOrganisation } from '#app/accounts/organisations/membership.server.ts';
import { requireLiveSession, requireLogin } from '#app/accounts/require-login.server.ts';
import { recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { secondFactorResetMail } from '#app/mail/account-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { createPatientLoop } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { secondFactorResets } from '#db/schema/second-factor.ts';
import { t } from '#messages';
import { removeSecondFactor, tellOwner } from './manage-second-factor.server.ts';
import { hasSecondFactor } from './must-set-up.server.ts';
import type { resetSchema } from './second-factor.schema.ts';
import { hasRecentSecondFactor, ownNeeded, requireOwnCode } from './step-up.server.ts';

/** How long the owner can object. */
const OBJECTION_MS = 24 * 3_600_000;
const none = () => t('requestReset.thisAccountHasNoSecondFactor');
export const resetOpen = () => t('requestReset.aResetOfThisSecondFactor');
const byOperator = () => t('requestReset.theOperatorResetsTheSecondFactor');

/** An account whose second factor a super admin may reset. */
type ResetSubject = {
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
type ResetForm = { subject: ResetSubject; needsCode: boolean };

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

const linkDead = () => t('common.thisLinkIsNoLongerValid');
export const objectedTexts = () => t('objectToReset.youHaveObjected');

type Announced = { reason: string; effectiveAt: number; hasObjected: boolean };

/**
 * The reset to which a mailed link objects. Changes nothing.
 * @throws AppError not-found for a wrong or expired link, and once the second factor is gone
 */
export function announcedReset(token: string): Announced & { userId: string } {
  const owner = ownerOfToken(token, 'object-to-reset');
  if (!owner) throw notFound(linkDead());
  const { userId } = owner;
  const newest = db()
    .select()
    .from(secondFactorResets)
    .where(eq(secondFactorResets.userId, userId))
    .orderBy(desc(secondFactorResets.seq))
    .limit(1)
    .get();
  if (!newest || newest.doneAt !== null) throw notFound(linkDead());
  const { reason, effectiveAt, objectedAt } = newest;
  return { userId, reason, effectiveAt, hasObjected: objectedAt !== null };
}

/**
 * Stops the reset of a mailed link. Repeating it succeeds, because people click twice.
 * @param address of the client
 * @throws AppError as `announcedReset`; conflict when the 24 hours are over
 */
export function objectToReset(token: string, address: string): { message: string } {
  const { userId, hasObjected } = announcedReset(token);
  if (hasObjected) return { message: objectedTexts() };
  transaction((tx) => {
    const open = and(
      eq(secondFactorResets.userId, userId),
      isNull(secondFactorResets.objectedAt),
      isNull(secondFactorResets.doneAt),
      gt(secondFactorResets.effectiveAt, now()),
    );
    const { changes } = tx.update(secondFactorResets).set({ objectedAt: now() }).where(open).run();
    if (changes === 0) throw new AppError('conflict', t('objectToReset.itIsTooLateToObject'));
    redeemOneTimeToken(tx, token, 'object-to-reset');
    const isIssuer = tx.select().from(users).where(eq(users.id, userId)).get()?.role === 'admin';
    recordAct(tx, { kind: 'visitor', address }, 'second_factor.reset_objected', {
      object: ['account', userId],
      organisation: isIssuer ? userId : null,
    });
  });
  recordSecurityEvent('second factor reset objected', { userId, address });
  return { message: objectedTexts() };
}

const AT_ONCE = 100;

const due = () =>
  and(
    isNull(secondFactorResets.objectedAt),
    isNull(secondFactorResets.doneAt),
    lte(secondFactorResets.effectiveAt, now()),
  );

/** Removes one second factor, unless the owner has objected meanwhile. */
function carryOut({ seq, userId }: Pick<typeof secondFactorResets.$inferSelect, 'seq' | 'userId'>) {
  const removed = transaction((tx) => {
    const still = and(eq(secondFactorResets.seq, seq), due());
    if (tx.update(secondFactorResets).set({ doneAt: now() }).where(still).run().changes === 0) return false;
    const owner = tx.select().from(users).where(eq(users.id, userId)).get();
    // The owner may have switched it off.
    if (!owner || !removeSecondFactor(tx, userId)) return false;
    tellOwner(tx, owner, 'reset');
    const organisation = defaultOrganisation(tx, userId);
    recordAct(tx, { kind: 'system' }, 'second_factor.reset', { object: ['account', userId], organisation });
    return true;
  });
  if (removed) recordSecurityEvent('second factor reset', { userId });
}

const forEachReset = createPatientLoop('resets');

/** Removes the second factors whose owners have not objected in time. */
export function carryOutResets() {
  const { seq, userId } = secondFactorResets;
  const rows = db().select({ seq, userId }).from(secondFactorResets).where(due()).limit(AT_ONCE).all();
  forEachReset(rows, ({ seq: row }) => row, carryOut);
}
