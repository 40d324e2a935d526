import { and, eq } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { appendEvent } from '#app/events/append-event.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { forbidden, notFound } from '#app/shared/errors.server.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { courses, enrolments, ratings } from '#db/schema/courses.ts';
import { isPublished } from './find-course.server.ts';
import { mustBuy } from './lesson-access.server.ts';

/**
 * Enrols the actor in a published course. Only its author and super admins can enrol in a course with a price. Calling it again
 * changes nothing.
 * @throws AppError unauthenticated; not-found; forbidden for a course that must be bought
 */
export function enrol(actor: Actor, courseId: string): void {
  requireMember(actor);
  const userId = actor.user.id;
  transaction((tx) => {
    const course = tx
      .select({ ownerId: courses.ownerId, priceMinor: courses.priceMinor })
      .from(courses)
      .where(and(eq(courses.id, courseId), isPublished))
      .get();
    if (!course) throw notFound('Course not found.');
    if (mustBuy(actor, course) && !isEnrolled(tx, courseId, userId))
      throw forbidden('Please buy this course to enrol in it.');
    const row = { courseId, userId, enrolledAt: now() };
    if (tx.insert(enrolments).values(row).onConflictDoNothing().run().changes === 0) return;
    appendEvent(tx, 'course.enrolled', { objectId: courseId, accountId: course.ownerId, learnerId: userId });
  });
}

/** Whether an account is enrolled in a course. */
export const isEnrolled = (tx: Pick<Transaction, 'select'>, courseId: string, userId: string): boolean =>
  tx
    .select({ at: enrolments.enrolledAt })
    .from(enrolments)
    .where(and(eq(enrolments.courseId, courseId), eq(enrolments.userId, userId)))
    .get() !== undefined;

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
  const row = db()
    .select({ stars: ratings.stars })
    .from(enrolments)
    .leftJoin(ratings, and(eq(ratings.courseId, enrolments.courseId), eq(ratings.userId, enrolments.userId)))
    .where(and(eq(enrolments.courseId, courseId), eq(enrolments.userId, actor.user.id)))
    .get();
  return { enrolled: row !== undefined, stars: row?.stars ?? null };
}
