import { and, eq, isNull } from 'drizzle-orm';
import { ownerOfToken, redeemOneTimeToken } from '#app/accounts/one-time-tokens.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { completeIfDue } from '#app/courses/completion/complete-course.server.ts';
import { storeEnrolment } from '#app/courses/enrol.server.ts';
import { lengthOf, mergeRanges } from '#app/courses/progress/progress.schema.ts';
import { putProgress, storedProgress } from '#app/courses/progress/store-progress.server.ts';
import { storeReportsOf } from '#app/courses/progress/unstored-reports.server.ts';
import { openAttemptOf } from '#app/courses/quizzes/attempt.server.ts';
import { endAttempt } from '#app/courses/quizzes/end-attempt.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { db, sqlite, type Transaction, transaction } from '#db/client.ts';
import { courses, enrolments } from '#db/schema/courses.ts';
import { quizAttempts } from '#db/schema/lessons.ts';
import { lessonProgress } from '#db/schema/progress.ts';
import { t } from '#messages';
import {
  type CourseMove,
  cancelledText,
  endMove,
  movedText,
  moveOf,
  partyOf,
  requireMovable,
  tokenOf,
} from './course-move.server.ts';

/** Statements for what belongs to an account alone. A row stays where the other account has one of the same course. */
const BEFORE_ENROLMENTS = [
  `update or ignore course_completions set user_id = @to where user_id = @from`,
  // Later failures or refunds of the payment are the new payer's. Its receipt prints the buyer as issued.
  `update or ignore payments set payer_id = @to where payer_id = @from and verification_id is null`,
  `update coupon_uses set user_id = @to where user_id = @from
     and (payment_id is null or payment_id in (select id from payments where payer_id = @to))`,
  `update quiz_attempts set user_id = @to where user_id = @from`,
  `update or ignore lesson_progress set user_id = @to where user_id = @from`,
  // The newer one of two ratings.
  `delete from ratings where user_id = @to and exists (
     select 1 from ratings r where r.user_id = @from and r.course_id = ratings.course_id and r.rated_at > ratings.rated_at)`,
  `update or ignore ratings set user_id = @to where user_id = @from`,
  `delete from ratings where user_id = @from`,
];

/** An account has at most one open attempt of a quiz. The one that moves ends with its answers. */
function endSecondAttempts(tx: Transaction, from: string, to: string) {
  const open = and(eq(quizAttempts.userId, from), isNull(quizAttempts.endedAt));
  for (const attempt of tx.select().from(quizAttempts).where(open).all())
    if (openAttemptOf(attempt.lessonId, to, tx)) endAttempt(tx, attempt);
}

/** Enrols the other account, since the earlier of two enrolments. @returns the courses */
function moveEnrolments(tx: Transaction, from: string, to: string): string[] {
  const left = tx
    .select({ courseId: enrolments.courseId, enrolledAt: enrolments.enrolledAt, ownerId: courses.ownerId })
    .from(enrolments)
    .innerJoin(courses, eq(courses.id, enrolments.courseId))
    .where(eq(enrolments.userId, from))
    .all();
  tx.delete(enrolments).where(eq(enrolments.userId, from)).run();
  for (const enrolment of left) {
    if (storeEnrolment(tx, { ...enrolment, userId: to })) continue;
    sqlite()
      .prepare('update enrolments set enrolled_at = min(enrolled_at, ?) where course_id = ? and user_id = ?')
      .run(enrolment.enrolledAt, enrolment.courseId, to);
  }
  return left.map(({ courseId }) => courseId);
}

/** Adds up what both accounts have watched and done of a lesson. */
function mergeProgress(tx: Transaction, from: string, to: string) {
  const both = tx.select().from(lessonProgress).where(eq(lessonProgress.userId, from)).all();
  tx.delete(lessonProgress).where(eq(lessonProgress.userId, from)).run();
  for (const { courseId, lessonId, ...row } of both) {
    const key = { courseId, userId: to, lessonId };
    const [moved, kept] = [{ ...row, ranges: JSON.parse(row.ranges) }, storedProgress(key)];
    if (!kept) continue;
    const ranges = mergeRanges([...kept.ranges, ...moved.ranges]);
    const { positionMs, activeAt } = moved.activeAt > kept.activeAt ? moved : kept;
    const doneAt = kept.doneAt ?? moved.doneAt;
    putProgress(tx, key, { positionMs, ranges, watchedMs: lengthOf(ranges), activeAt, doneAt });
  }
}

/**
 * Moves enrolments, progress, attempts, completions, ratings and purchases of courses to another account. Certificates stay with the
 * addresses to which they were issued, and look-ups with their payments where they are. Of a course that both have bought or completed,
 * the second purchase or completion stays.
 */
function moveCourses(tx: Transaction, from: string, to: string) {
  endSecondAttempts(tx, from, to);
  for (const statement of BEFORE_ENROLMENTS) sqlite().prepare(statement).run({ from, to });
  const moved = moveEnrolments(tx, from, to);
  mergeProgress(tx, from, to);
  // Together, the two may have done everything.
  for (const courseId of moved) completeIfDue(tx, { courseId, userId: to });
}

const waitingText = () => t('moveCourses.theMoveWaitsForTheOtherMailbox');

type Reader = Pick<Transaction, 'select'>;

/**
 * The move that a mailed link is about. Changes nothing.
 * @throws AppError not-found for a wrong, replaced or expired link, and once one of the accounts has another address
 */
function moveOfLink(token: string, tx: Reader = db()) {
  const owner = ownerOfToken(token, 'move-courses');
  const move = owner && moveOf(owner.userId, tx);
  const [from, to] = move ? [partyOf(move.fromId, tx), partyOf(move.toId, tx)] : [];
  const [tokenOfFrom, tokenOfTo] = from && to ? [tokenOf(from, tx), tokenOf(to, tx)] : [];
  if (!move || !from || !to || !tokenOfFrom || !tokenOfTo)
    throw notFound(t('common.thisLinkIsNoLongerValid'));
  return { userId: owner.userId, isConfirmed: owner.used, move, from, to, tokens: [tokenOfFrom, tokenOfTo] };
}

type AnnouncedMove = {
  from: string;
  to: string;
  reason: string;
  outcome: CourseMove['outcome'];
  /** What became of it, or null while this mailbox has not confirmed it. */
  state: string | null;
};

/** The move behind a mailed link. Read-only. @throws AppError as `moveOfLink` */
export function announcedMove(token: string): AnnouncedMove {
  const { move, from, to, isConfirmed } = moveOfLink(token);
  const { reason, outcome } = move;
  const ended = outcome && { moved: movedText, cancelled: cancelledText }[outcome]();
  return {
    from: from.username,
    to: to.username,
    reason,
    outcome,
    state: ended ?? (isConfirmed ? waitingText() : null),
  };
}

/**
 * Confirms a move from one of the mailboxes. The second one moves everything, in the same transaction. Repeating it changes nothing,
 * because people click twice.
 * @param address of the client
 * @throws AppError as `announcedMove`; conflict for a cancelled move, and as `requireMovable`
 */
export function confirmMove(token: string, address: string): { message: string } {
  const { from, to } = moveOfLink(token);
  for (const { id } of [from, to]) storeReportsOf(id);
  return transaction((tx) => {
    const { move, from, to, userId } = moveOfLink(token, tx);
    if (move.outcome === 'cancelled') throw new AppError('conflict', cancelledText());
    if (move.outcome === 'moved') return { message: movedText() };
    requireMovable(from, to);
    const who = { kind: 'visitor', address } as const;
    if (redeemOneTimeToken(tx, token, 'move-courses') !== null)
      recordAct(tx, who, 'courses.move_confirmed', { object: ['account', userId] });
    const { tokens } = moveOfLink(token, tx);
    if (tokens.some(({ usedAt }) => usedAt === null)) return { message: waitingText() };
    moveCourses(tx, from.id, to.id);
    endMove(tx, who, move, { outcome: 'moved' });
    return { message: movedText() };
  });
}

/**
 * Cancels a move from one of the mailboxes. Repeating it changes nothing.
 * @param address of the client
 * @throws AppError as `announcedMove`; conflict once everything has moved
 */
export function declineMove(token: string, address: string): { message: string } {
  return transaction((tx) => {
    const { move } = moveOfLink(token, tx);
    if (move.outcome === 'moved') throw new AppError('conflict', movedText());
    endMove(tx, { kind: 'visitor', address }, move, { outcome: 'cancelled' });
    return { message: cancelledText() };
  });
}
