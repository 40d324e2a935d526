import { and, eq } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { transaction } from '#db/client.ts';
import { enrolments } from '#db/schema/courses.ts';
import { lessonProgress } from '#db/schema/progress.ts';

export const LEFT_COURSE = 'You have left the course.';

/**
 * Ends the actor's enrolment and deletes the progress in the course, so that its author no longer sees it. A completion stays with its
 * certificate, and the actor's rating too.
 * @throws AppError unauthenticated; not-found without an enrolment
 */
export function leaveCourse(actor: Actor, courseId: string): void {
  requireMember(actor);
  const userId = actor.user.id;
  transaction((tx) => {
    const { changes } = tx
      .delete(enrolments)
      .where(and(eq(enrolments.courseId, courseId), eq(enrolments.userId, userId)))
      .run();
    if (changes === 0) throw notFound('You are not enrolled in this course.');
    tx.delete(lessonProgress)
      .where(and(eq(lessonProgress.courseId, courseId), eq(lessonProgress.userId, userId)))
      .run();
  });
}
