import { and, eq } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { transaction } from '#db/client.ts';
import { enrolments } from '#db/schema/courses.ts';
import { t } from '#messages';

export const leftCourse = () => t('leaveCourse.youHaveLeftTheCourse');

/**
 * Ends the actor's enrolment, so that the author of the course no longer sees the actor's progress and quiz results. They stay the
 * actor's, as after a refund: who enrols again goes on with them, and with the attempts that are left. A completion stays with its
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
    if (changes === 0) throw notFound(t('leaveCourse.youAreNotEnrolledInThisCourse'));
  });
}
