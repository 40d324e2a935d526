import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { type LastAttempt, lastAttemptFor } from '#app/payments/attempts.server.ts';
import { isOpen } from '#app/payments/payment-state.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db } from '#db/client.ts';
import { courses } from '#db/schema/courses.ts';
import { typedCouponSchema } from './coupon.schema.ts';
import { couponFor, couponOfPayment, discounted, requireUsesLeft } from './coupon.server.ts';
import { isEnrolled } from './enrol.server.ts';
import { isPublished } from './find-course.server.ts';
import { hasPrice, maySeeAll } from './lesson-access.server.ts';

export type CourseToBuy = { id: string; title: string; ownerId: string; priceMinor: number };

/**
 * A course as a buyer sees it.
 * @throws AppError not-found, also for an unpublished course
 */
export function courseToBuy(id: string): CourseToBuy {
  const course = db
    .select({
      id: courses.id,
      title: courses.title,
      ownerId: courses.ownerId,
      priceMinor: courses.priceMinor,
    })
    .from(courses)
    .where(and(eq(courses.id, id), isPublished))
    .get();
  if (!course) throw notFound('Course not found.');
  return { ...course, priceMinor: course.priceMinor ?? 0 };
}

export const itemOf = ({ id, title }: CourseToBuy) => ({ courseId: id, courseTitle: title });

/** The coupon of the payer's open payment for a course, or undefined. */
export function heldCoupon(payerId: string, course: CourseToBuy) {
  const attempt = lastAttemptFor(payerId, itemOf(course));
  return attempt && isOpen(attempt) ? couponOfPayment(db, attempt.id) : undefined;
}

export type Offer = {
  course: { id: string; title: string };
  priceMinor: number;
  lastAttempt: LastAttempt | null;
  /** The code of the coupon with which the open payment began, or null. */
  heldCoupon: string | null;
};

/**
 * What a course costs the actor, and what became of the last payment for it; null when there is nothing to pay.
 * @throws AppError unauthenticated; not-found, also for an unpublished course
 */
export function courseOffer(actor: Actor, courseId: string): Offer | null {
  requireMember(actor);
  const course = courseToBuy(courseId);
  const { id, title, ownerId, priceMinor } = course;
  if (!hasPrice(course) || maySeeAll(actor, ownerId) || isEnrolled(db, id, actor.user.id)) return null;
  return {
    course: { id, title },
    priceMinor,
    lastAttempt: lastAttemptFor(actor.user.id, itemOf(course)),
    heldCoupon: heldCoupon(actor.user.id, course)?.code ?? null,
  };
}

/** A price with the coupon that a buyer typed, and whether it leaves something to pay. */
export type AppliedCoupon = { code: string; amountMinor: number };

/**
 * What a course costs the actor with a coupon.
 * @throws AppError unauthenticated; not-found; invalid, naming `coupon`; rate-limited
 */
export async function applyCoupon(
  actor: Actor,
  courseId: string,
  input: unknown,
): Promise<AppliedCoupon | null> {
  requireMember(actor);
  const { coupon: typed } = parseInput(z.object({ coupon: typedCouponSchema }), input);
  if (typed === undefined) return null;
  const course = courseToBuy(courseId);
  const coupon = await couponFor(actor, course, typed, heldCoupon(actor.user.id, course));
  const attempt = lastAttemptFor(actor.user.id, itemOf(course));
  requireUsesLeft(db, coupon, attempt?.id);
  return { code: coupon.code, amountMinor: discounted(course.priceMinor, coupon) };
}
