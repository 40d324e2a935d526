import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { requireHourSince } from '#app/accounts/rate-limits.server.ts';
import { appendEvent } from '#app/events/append-event.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, type ErrorCode, forbidden, notFound } from '#app/shared/errors.server.ts';
import { db, preparedValue, type Transaction, transaction } from '#db/client.ts';
import { courses, enrolments, ratings } from '#db/schema/courses.ts';
import { t } from '#messages';
import type { ratingSchema } from './course.schema.ts';
import { hasBought, hasPaid } from './course.server.ts';
import { isPublished } from './find-course.server.ts';
import { mustBuy } from './lesson-access.server.ts';

type Enrolment = {
  courseId: string;
  /** The author of the course. */
  ownerId: string;
  userId: string;
  /** In ms. */
  enrolledAt: number;
};

/**
 * Stores an enrolment and its event.
 * @returns whether the account was not enrolled before
 */
export function storeEnrolment(
  tx: Transaction,
  { courseId, ownerId, userId, enrolledAt }: Enrolment,
): boolean {
  const row = { courseId, userId, enrolledAt };
  if (tx.insert(enrolments).values(row).onConflictDoNothing().run().changes === 0) return false;
  appendEvent(tx, 'course.enrolled', { objectId: courseId, accountId: ownerId, learnerId: userId });
  return true;
}

/** Each enrolment leaves an event, also of somebody who leaves and enrols again and again. */
const MOST_AN_HOUR = 60;

/** When an account last enrolled but for the given number of times. */
const earlierEnrolment = preparedValue<number>(
  `select created_at from events where learner_id = ? and type = 'course.enrolled'
   order by seq desc limit 1 offset ?`,
);

/**
 * Enrols the actor in a published course. Only its author, super admins and those who have bought it and left can enrol in a course with
 * a price. Calling it again changes nothing.
 * @param unpaid the code of the error for a course that must be bought
 * @returns whether the actor was not enrolled before
 * @throws AppError unauthenticated; not-found; rate-limited; `unpaid`
 */
export function enrol(actor: Actor, courseId: string, unpaid: ErrorCode = 'forbidden'): boolean {
  requireMember(actor);
  const userId = actor.user.id;
  return transaction((tx) => {
    const course = tx
      .select({ ownerId: courses.ownerId, priceMinor: courses.priceMinor })
      .from(courses)
      .where(and(eq(courses.id, courseId), isPublished))
      .get();
    if (!course) throw notFound(t('common.courseNotFound'));
    if (mustBuy(actor, course) && !isEnrolled(tx, courseId, userId) && !hasPaid(tx, userId, courseId))
      throw new AppError(unpaid, t('enrol.pleaseBuyThisCourseToEnrolInIt'));
    if (!isEnrolled(tx, courseId, userId)) requireHourSince(earlierEnrolment().get(userId, MOST_AN_HOUR - 1));
    return storeEnrolment(tx, { courseId, ownerId: course.ownerId, userId, enrolledAt: now() });
  });
}

/** Whether an account is enrolled in a course. */
export const isEnrolled = (tx: Pick<Transaction, 'select'>, courseId: string, userId: string): boolean =>
  tx
    .select({ at: enrolments.enrolledAt })
    .from(enrolments)
    .where(and(eq(enrolments.courseId, courseId), eq(enrolments.userId, userId)))
    .get() !== undefined;

type Participation = {
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
