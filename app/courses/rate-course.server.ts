import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { forbidden, notFound } from '#app/shared/errors.server.ts';
import { transaction } from '#db/client.ts';
import { courses, enrolments, ratings } from '#db/schema/courses.ts';
import { t } from '#messages';
import type { ratingSchema } from './course.schema.ts';
import { hasBought } from './course.server.ts';
import { isPublished } from './find-course.server.ts';

/**
 * Rates a course in which the actor is enrolled. A second rating replaces the first.
 * @param input {stars}, 1 to 5
 * @throws AppError unauthenticated; not-found; forbidden without an enrolment; invalid
 */
export function rateCourse(actor: Actor, courseId: string, input: z.output<typeof ratingSchema>): void {
  requireMember(actor);
  const { stars } = input;
  const userId = actor.user.id;
  transaction((tx) => {
    const published = tx
      .select({ id: courses.id })
      .from(courses)
      .where(and(eq(courses.id, courseId), isPublished))
      .get();
    // A buyer keeps a course that left the catalogue, with its rating.
    if (!published && !hasBought(actor, courseId)) throw notFound(t('common.courseNotFound'));
    const enrolment = tx
      .select({ at: enrolments.enrolledAt })
      .from(enrolments)
      .where(and(eq(enrolments.courseId, courseId), eq(enrolments.userId, userId)))
      .get();
    if (!enrolment) throw forbidden(t('rateCourse.pleaseEnrolInThisCourseBefore'));
    const ratedAt = now();
    tx.insert(ratings)
      .values({ courseId, userId, stars, ratedAt })
      .onConflictDoUpdate({ target: [ratings.courseId, ratings.userId], set: { stars, ratedAt } })
      .run();
  });
}
