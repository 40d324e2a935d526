import { and, eq, isNull } from 'drizzle-orm';
import { completeIfDue } from '#app/courses/completion/complete-course.server.ts';
import { lengthOf, mergeRanges } from '#app/courses/progress/ranges.ts';
import { putProgress, storedProgress } from '#app/courses/progress/store-progress.server.ts';
import { openAttemptOf } from '#app/courses/quizzes/attempt.server.ts';
import { endAttempt } from '#app/courses/quizzes/end-attempt.server.ts';
import { storeEnrolment } from '#app/courses/store-enrolment.server.ts';
import { sqlite, type Transaction } from '#db/client.ts';
import { courses, enrolments } from '#db/schema/courses.ts';
import { lessonProgress } from '#db/schema/progress.ts';
import { quizAttempts } from '#db/schema/quizzes.ts';

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
export function moveCourses(tx: Transaction, from: string, to: string) {
  endSecondAttempts(tx, from, to);
  for (const statement of BEFORE_ENROLMENTS) sqlite().prepare(statement).run({ from, to });
  const moved = moveEnrolments(tx, from, to);
  mergeProgress(tx, from, to);
  // Together, the two may have done everything.
  for (const courseId of moved) completeIfDue(tx, { courseId, userId: to });
}
