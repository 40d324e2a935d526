import { and, eq } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { db, transaction } from '#db/client.ts';
import { courses, enrolments, ratings } from '#db/schema/courses.ts';
import { isPublished } from './find-course.server.ts';

/**
 * Enrols the actor in a published course. Repeating it changes nothing.
 * @throws AppError unauthenticated; not-found
 */
export function enrol(actor: Actor, courseId: string): void {
  requireMember(actor);
  const userId = actor.user.id;
  transaction((tx) => {
    if (
      !tx
        .select({ id: courses.id })
        .from(courses)
        .where(and(eq(courses.id, courseId), isPublished))
        .get()
    ) {
      throw notFound('Course not found.');
    }
    tx.insert(enrolments).values({ courseId, userId, enrolledAt: now() }).onConflictDoNothing().run();
  });
}

export type Participation = {
  enrolled: boolean;
  /** The actor's own rating, 1 to 5, or null. */
  stars: number | null;
};

/**
 * The actor's enrolment and rating of a course.
 * @throws AppError unauthenticated
 */
export function participation(actor: Actor, courseId: string): Participation {
  requireMember(actor);
  const row = db
    .select({ stars: ratings.stars })
    .from(enrolments)
    .leftJoin(ratings, and(eq(ratings.courseId, enrolments.courseId), eq(ratings.userId, enrolments.userId)))
    .where(and(eq(enrolments.courseId, courseId), eq(enrolments.userId, actor.user.id)))
    .get();
  return { enrolled: row !== undefined, stars: row?.stars ?? null };
}
