import { and, desc, eq, isNull, lt, or } from 'drizzle-orm';
import { changedLately } from '#app/accounts/email-change/request-email-change.server.ts';
import { mailedTokenOf } from '#app/accounts/one-time-tokens.server.ts';
import { deletionDueAt } from '#app/accounts/pending-deletion.server.ts';
import { recordAct, type Who } from '#app/audit/record-act.server.ts';
import { coursesMoveEndedMail } from '#app/mail/course-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { db, deleteSome, preparedValue, type Transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { courseMoves } from '#db/schema/course-moves.ts';
import { t } from '#messages';

export type CourseMove = typeof courseMoves.$inferSelect;
type Reader = Pick<Transaction, 'select'>;

/** An account that can learn, with a mailbox. */
export type Party = ReturnType<typeof partyOf> & object;

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
