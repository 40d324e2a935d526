import { and, eq } from 'drizzle-orm';
import { type Actor, type Member, requireMember } from '#app/accounts/actor.server.ts';
import { type LastAttempt, lastAttemptFor } from '#app/payments/attempts.server.ts';
import { isOpen } from '#app/payments/payment-state.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { courses } from '#db/schema/courses.ts';
import { t } from '#messages';
import { hasPaid } from './buyers.server.ts';
import { couponFor, couponOfPayment, discounted, requireUsesLeft } from './coupon.server.ts';
import { isEnrolled } from './enrol.server.ts';
import { isPublished } from './find-course.server.ts';
import { mustBuy } from './lesson-access.server.ts';

export type CourseToBuy = { id: string; title: string; ownerId: string; priceMinor: number };

/**
 * Finds a published course for a buyer.
 * @throws AppError not-found, also for an unpublished course
 */
export function courseToBuy(id: string): CourseToBuy {
  const course = db()
    .select({
      id: courses.id,
      title: courses.title,
      ownerId: courses.ownerId,
      priceMinor: courses.priceMinor,
    })
    .from(courses)
    .where(and(eq(courses.id, id), isPublished))
    .get();
  if (!course) throw notFound(t('common.courseNotFound'));
  return { ...course, priceMinor: course.priceMinor ?? 0 };
}

export const itemOf = ({ id, title }: CourseToBuy) => ({ courseId: id, courseTitle: title });

/** The actor's newest payment for a course, or null. */
export const attemptFor = ({ user }: Member, course: CourseToBuy) => lastAttemptFor(user.id, itemOf(course));

/** The coupon of an open payment, or undefined. */
export const heldCoupon = (attempt: LastAttempt | null) =>
  attempt && isOpen(attempt) ? couponOfPayment(db(), attempt.id) : undefined;

export type Offer = {
  course: { id: string; title: string };
  priceMinor: number;
  lastAttempt: LastAttempt | null;
  /** Code of the coupon of the open payment, or null. */
  heldCoupon: string | null;
};

/**
 * The price of a course for the actor, with the actor's last payment for it. Returns null when the actor need not pay.
 * @throws AppError unauthenticated; not-found, also for an unpublished course
 */
export function courseOffer(actor: Actor, courseId: string): Offer | null {
  requireMember(actor);
  const course = courseToBuy(courseId);
  const { id, title, priceMinor } = course;
  if (!mustBuy(actor, course) || isEnrolled(db(), id, actor.user.id)) return null;
  if (hasPaid(db(), actor.user.id, id)) return null;
  const lastAttempt = attemptFor(actor, course);
  return {
    course: { id, title },
    priceMinor,
    lastAttempt,
    heldCoupon: heldCoupon(lastAttempt)?.code ?? null,
  };
}

/** A coupon's code and the price that is left with it, which may be 0. */
export type AppliedCoupon = { code: string; amountMinor: number };

/**
 * The price of a course for the actor with a coupon. Returns null without a coupon.
 * @throws AppError unauthenticated; not-found; invalid, naming `coupon`; rate-limited
 */
export async function applyCoupon(
  actor: Actor,
  courseId: string,
  { coupon: typed }: { coupon?: string | undefined },
): Promise<AppliedCoupon | null> {
  requireMember(actor);
  if (typed === undefined) return null;
  const course = courseToBuy(courseId);
  const attempt = attemptFor(actor, course);
  const coupon = await couponFor(actor, course, typed, heldCoupon(attempt));
  requireUsesLeft(db(), coupon, attempt?.id);
  return { code: coupon.code, amountMinor: discounted(course.priceMinor, coupon) };
}
