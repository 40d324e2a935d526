import { and, desc, eq, isNull, lt, or } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { changedLately } from '#app/accounts/email-change/request-email-change.server.ts';
import { helpSchema } from '#app/accounts/help-account.server.ts';
import {
  endOneTimeTokens,
  issueOneTimeToken,
  mailedTokenOf,
  tokenExpiry,
} from '#app/accounts/one-time-tokens.server.ts';
import { deletionDueAt } from '#app/accounts/restriction.server.ts';
import { recordAct, type Who } from '#app/audit/record-act.server.ts';
import { coursesMoveEndedMail, coursesMoveMail } from '#app/mail/course-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid, notFound } from '#app/shared/errors.server.ts';
import { line, MAX_EMAIL_LENGTH } from '#app/shared/fields.ts';
import { newId } from '#app/shared/ids.server.ts';
import { db, deleteSome, preparedValue, type Transaction, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { courseMoves } from '#db/schema/courses.ts';
import { t } from '#messages';

export type CourseMove = typeof courseMoves.$inferSelect;
type Reader = Pick<Transaction, 'select'>;

/** An account that can learn, with a mailbox. */
type Party = ReturnType<typeof partyOf> & object;

export const movedText = () => t('moveCourses.yourCoursesWereMoved');
export const cancelledText = () => t('moveCourses.theMoveWasCancelled');

/** An account of a move. Null for a super admin, who has no mailbox, and a deleted account. */
export function partyOf(userId: string, tx: Reader = db()) {
  const { id, name, username, email, role, emailVerifiedAt } = users;
  const row = tx
    .select({ id, name, username, email, role, emailVerifiedAt })
    .from(users)
    .where(eq(users.id, userId))
    .get();
  return row && row.email !== null ? { ...row, email: row.email } : null;
}

/** The newest move of an account, in either direction, while it has not expired. */
export function moveOf(userId: string, tx: Reader = db()): CourseMove | null {
  const newest = tx
    .select()
    .from(courseMoves)
    .where(or(eq(courseMoves.fromId, userId), eq(courseMoves.toId, userId)))
    .orderBy(desc(courseMoves.seq))
    .limit(1)
    .get();
  return newest && newest.expiresAt > now() ? newest : null;
}

const ownsSuspended = preparedValue<1>(
  `select 1 from memberships m where m.user_id = ? and m.role = 'owner' and 'suspended' = (
     select decision from issuer_decisions where user_id = m.organisation_id order by seq desc limit 1)`,
);
const hasOpenPayment = preparedValue<1>(
  "select 1 from payments where payer_id = ? and verification_id is null and state in ('created', 'pending') limit 1",
);

function obstacleOf({ id, username, emailVerifiedAt }: Party): string | null {
  if (emailVerifiedAt === null) return t('moveCourses.theAddressIsNotConfirmed', { username });
  if (deletionDueAt(id) !== null) return t('moveCourses.theAccountWillBeDeleted', { username });
  if (ownsSuspended().get(id)) return t('moveCourses.theIssuerIsSuspended', { username });
  // The earlier owner can still undo the change of the address, which does not undo a move.
  if (changedLately(id)) return t('moveCourses.theAddressWasChangedLately', { username });
  return hasOpenPayment().get(id) ? t('moveCourses.aPaymentIsOpen', { username }) : null;
}

/** @throws AppError conflict with the obstacle to a move between these accounts */
export function requireMovable(...parties: Party[]) {
  for (const party of parties) {
    const obstacle = obstacleOf(party);
    if (obstacle !== null) throw new AppError('conflict', obstacle);
  }
}

/** The token that was mailed to an account's present address for its newest move, or null. */
export const tokenOf = ({ id, email }: Party, tx: Reader = db()) =>
  mailedTokenOf(tx, id, 'move-courses', email);

/** Deletes moves whose links have expired. */
export const sweepCourseMoves = (limit: number) =>
  deleteSome(courseMoves, lt(courseMoves.expiresAt, now()), limit);

type End = { outcome: NonNullable<CourseMove['outcome']>; reason?: string };

/** Ends an open move, records the act and mails both accounts. Does nothing for a move that has ended. */
export function endMove(
  tx: Transaction,
  who: Who,
  { seq, fromId, toId }: CourseMove,
  { outcome, reason }: End,
) {
  const isWaiting = and(eq(courseMoves.seq, seq), isNull(courseMoves.outcome));
  const ended = tx.update(courseMoves).set({ outcome, endedAt: now() }).where(isWaiting).run();
  if (ended.changes === 0) return;
  recordAct(tx, who, outcome === 'moved' ? 'courses.moved' : 'courses.move_cancelled', {
    object: ['account', fromId],
    after: { to: toId, ...(reason !== undefined && { reason }) },
  });
  const [from, to] = [partyOf(fromId, tx), partyOf(toId, tx)];
  for (const party of [from, to])
    if (party && from && to)
      enqueueMail(tx, coursesMoveEndedMail(party, { from: from.username, to: to.username, outcome }));
}

const otherAccount = () => t('moveCourses.otherAccount');

export const moveSchema = helpSchema.extend({ other: line(otherAccount, MAX_EMAIL_LENGTH) });

const openMoveOf = (userId: string, tx?: Transaction) => {
  const move = moveOf(userId, tx);
  return move?.outcome === null ? move : null;
};

/**
 * The usernames of the accounts of an account's move that waits for its mailboxes, or null.
 * @throws AppError forbidden unless the actor is a super admin
 */
export function waitingMove(actor: Actor, userId: string): { from: string; to: string } | null {
  requireSuperAdmin(actor);
  const move = openMoveOf(userId);
  const [from, to] = move ? [partyOf(move.fromId), partyOf(move.toId)] : [];
  return from && to ? { from: from.username, to: to.username } : null;
}

function otherParty(tx: Transaction, other: string, from: Party): Party {
  const named = other.toLowerCase();
  const isIt = or(eq(users.email, named), eq(users.username, named));
  const found = tx.select({ id: users.id }).from(users).where(isIt).get();
  const to = found ? partyOf(found.id, tx) : null;
  const refuse = (text: string) => invalid(text, { other: [text] });
  if (to === null) throw refuse(t('moveCourses.noAccountThatCanLearn'));
  if (to.id === from.id) throw refuse(t('moveCourses.thisIsTheSameAccount'));
  return to;
}

/**
 * Mails both accounts a link to confirm that everything about the courses of one moves to the other.
 * @param input {other: username or email address, reason}
 * @throws AppError forbidden unless the actor is a super admin; not-found, also for super admins and deleted accounts; invalid, naming
 *   `other`; conflict while one of them has another move or an obstacle
 */
export function requestMove(
  actor: Actor,
  fromId: string,
  { other, reason }: z.output<typeof moveSchema>,
): { message: string } {
  requireSuperAdmin(actor);
  transaction((tx) => {
    const from = partyOf(fromId, tx);
    if (!from) throw notFound();
    const to = otherParty(tx, other, from);
    requireMovable(from, to);
    for (const { id, username } of [from, to])
      if (openMoveOf(id, tx)) throw new AppError('conflict', t('moveCourses.anotherMoveWaits', { username }));
    tx.insert(courseMoves)
      .values({
        id: newId(),
        fromId,
        toId: to.id,
        requestedBy: actor.user.id,
        reason,
        requestedAt: now(),
        expiresAt: tokenExpiry('move-courses'),
      })
      .run();
    for (const party of [from, to]) {
      endOneTimeTokens(tx, party.id, 'move-courses');
      const token = issueOneTimeToken(tx, party.id, 'move-courses', party.email);
      enqueueMail(tx, coursesMoveMail(party, { from: from.username, to: to.username, reason, token }));
    }
    recordAct(tx, actor, 'courses.move_requested', {
      object: ['account', fromId],
      after: { to: to.id, reason },
    });
  });
  return { message: t('moveCourses.bothMailboxesGotALink') };
}

/**
 * Cancels the move of an account that waits for its mailboxes.
 * @throws AppError forbidden unless the actor is a super admin; conflict without one
 */
export function cancelMove(
  actor: Actor,
  userId: string,
  { reason }: z.output<typeof helpSchema>,
): { message: string } {
  requireSuperAdmin(actor);
  transaction((tx) => {
    const move = openMoveOf(userId, tx);
    if (!move) throw new AppError('conflict', t('moveCourses.noMoveWaits'));
    endMove(tx, actor, move, { outcome: 'cancelled', reason });
  });
  return { message: cancelledText() };
}
