import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { buyerSchema } from '#app/accounts/account.schema.server.ts';
import { type Actor, type Member, requireMember } from '#app/accounts/actor.server.ts';
import { HIGHEST_CHARGE_CENTS } from '#app/config/charge-limits.ts';
import { type LastAttempt, lastAttemptFor } from '#app/payments/attempts.server.ts';
import type { Card } from '#app/payments/gateway.ts';
import { chosenGateway, gatewayField } from '#app/payments/gateways.server.ts';
import {
  cardFingerprint,
  chargedBefore,
  closeOpenPayment,
  type PaymentResult,
  payOnce,
  requireCard,
} from '#app/payments/pay.server.ts';
import { isOpen, type Payment, type PaymentRow, toPayment } from '#app/payments/payment.server.ts';
import { buyerOf, paymentsFor } from '#app/payments/start-payment.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import type { IdempotentCall } from '#app/shared/idempotency.server.ts';
import { idempotentCall, priorResult, rememberResult } from '#app/shared/idempotency.server.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { foldCode } from '#db/folding.ts';
import { courses } from '#db/schema/courses.ts';
import { payments } from '#db/schema/payments.ts';
import { t } from '#messages';
import { typedCouponSchema } from './coupon.schema.ts';
import type { CouponRow } from './coupon.server.ts';
import { couponFor, couponOfPayment, discounted, requireUsesLeft, takeCoupon } from './coupon.server.ts';
import { hasPaid } from './course.server.ts';
import { purchaseDescription } from './course-payments.server.ts';
import { enrol, isEnrolled, storeEnrolment } from './enrol.server.ts';
import { isPublished } from './find-course.server.ts';
import { mustBuy } from './lesson-access.server.ts';

type CourseToBuy = { id: string; title: string; ownerId: string; priceMinor: number };

/**
 * Finds a published course for a buyer.
 * @throws AppError not-found, also for an unpublished course
 */
function courseToBuy(id: string): CourseToBuy {
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

const itemOf = ({ id, title }: CourseToBuy) => ({ courseId: id, courseTitle: title });

/** The actor's newest payment for a course, or null. */
const attemptFor = ({ user }: Member, course: CourseToBuy) => lastAttemptFor(user.id, itemOf(course));

/** The coupon of an open payment, or undefined. */
const heldCoupon = (attempt: LastAttempt | null) =>
  attempt && isOpen(attempt) ? couponOfPayment(db(), attempt.id) : undefined;

type Offer = {
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

export const enrolledTexts = () => t('purchaseCourse.youAreEnrolledInThisCourse');
export const notSold = () => t('purchaseCourse.thePriceOfThisCourse');

/** Input of a purchase without card fields. */
export const purchaseSchema = z.object({
  gateway: gatewayField,
  coupon: typedCouponSchema,
  ...buyerSchema.shape,
});

export type PurchaseResult =
  /** `payment` is null if nothing was paid. */
  { kind: 'enrolled'; payment: Payment | null } | Extract<PaymentResult, { kind: 'started' }>;

/** The actor's payment for a course, or null. */
function paymentOf({ user }: Member, course: CourseToBuy): Payment | null {
  const row = db()
    .select()
    .from(payments)
    .where(and(paymentsFor(user.id, itemOf(course)), eq(payments.state, 'paid')))
    .get();
  return row ? toPayment(row) : null;
}

/** The result of an earlier call with this key, or null. A call that only started a payment has none. */
function answeredBefore(key: IdempotentCall | null, courseId: string): PurchaseResult | null {
  const payment = chargedBefore(key);
  const isFree = transaction((tx) => priorResult(tx, key)) === courseId;
  return payment || isFree ? { kind: 'enrolled', payment } : null;
}

/** Enrols without a payment: the course is free for the actor, or already paid. */
const enrolFree = (actor: Member, course: CourseToBuy, key: IdempotentCall | null): PurchaseResult =>
  transaction((tx) => {
    enrol(actor, course.id);
    const payment = paymentOf(actor, course);
    rememberResult(tx, key, payment?.id ?? course.id);
    return { kind: 'enrolled', payment };
  });

/** Enrols with a coupon that makes the course free. Of two concurrent calls, only one uses the coupon. */
const enrolWithCoupon = (actor: Member, course: CourseToBuy, coupon: CouponRow, key: IdempotentCall | null) =>
  transaction((tx) => {
    const { id: courseId, ownerId, priceMinor } = courseToBuy(course.id);
    const { id: userId } = actor.user;
    if (discounted(priceMinor, coupon) > 0) {
      throw new AppError('conflict', t('purchaseCourse.thePriceOfTheCourseHasChanged'));
    }
    if (!isEnrolled(tx, courseId, userId)) {
      takeCoupon(tx, coupon, { userId, courseId, paymentId: null });
      storeEnrolment(tx, { courseId, ownerId, userId, enrolledAt: now() });
    }
    rememberResult(tx, key, courseId);
  });

/**
 * Buys a course and enrols the actor. With a gateway that has its own payment page, starts a payment or resumes the open one.
 * Costs nothing if the course is free or the actor is enrolled already.
 * @param input {coupon?, gateway?, company?, taxId?}
 * @param card null for a gateway that takes no cards, or for a free course
 * @param idempotencyKey the same key with the same input returns the same result, and never buys again after a refund
 * @throws AppError unauthenticated; not-found; invalid, naming fields; rate-limited; and as `payOnce`
 */
export async function purchaseCourse(
  actor: Actor,
  courseId: string,
  input: z.output<typeof purchaseSchema>,
  card: Card | null,
  idempotencyKey?: string | null,
): Promise<PurchaseResult> {
  requireMember(actor);
  const { gateway: name, coupon: typed, company, taxId } = input;
  const gateway = chosenGateway(name);
  const key = idempotentCall(actor.user.id, 'courses/purchase', idempotencyKey, {
    courseId,
    gateway: name,
    coupon: typed && foldCode(typed),
    card: card && cardFingerprint(card),
    buyer: [company, taxId],
  });
  // Also if the course was refunded, got a higher price or lost its coupon since.
  const answered = answeredBefore(key, courseId);
  if (answered) return answered;
  const course = courseToBuy(courseId);
  const isOwed = mustBuy(actor, course) && !isEnrolled(db(), course.id, actor.user.id);
  if (!isOwed) return enrolFree(actor, course, key);
  const coupon =
    typed === undefined ? null : await couponFor(actor, course, typed, heldCoupon(attemptFor(actor, course)));
  const amountMinor = coupon ? discounted(course.priceMinor, coupon) : course.priceMinor;
  if (amountMinor > HIGHEST_CHARGE_CENTS) throw new AppError('conflict', notSold());
  if (amountMinor > 0) requireCard(gateway, card);
  const means = { gateway, card, buyer: buyerOf(actor, input) };
  const path = `/course/${encodeURIComponent(course.id)}/purchase`;
  const payable = {
    item: itemOf(course),
    payer: actor.user,
    amountMinor,
    description: purchaseDescription(course.title),
    returnPath: `${path}/return`,
    cancelPath: coupon ? `${path}?coupon=${encodeURIComponent(coupon.code)}` : path,
    isCurrent: (open: PaymentRow) =>
      open.amountMinor === amountMinor && couponOfPayment(db(), open.id)?.id === coupon?.id,
    onCreated: (tx: Transaction, paymentId: string) => {
      if (coupon) takeCoupon(tx, coupon, { userId: actor.user.id, courseId, paymentId });
    },
    paid: () => paymentOf(actor, course),
    // The actor may have been enrolled while the gateway was asked about an earlier payment.
    requireReady() {
      courseToBuy(course.id);
      if (isEnrolled(db(), course.id, actor.user.id)) {
        throw new AppError('conflict', t('purchaseCourse.youAreAlreadyEnrolledInThisCourse'));
      }
    },
  };
  if (coupon && amountMinor === 0) {
    await closeOpenPayment(payable, means);
    enrolWithCoupon(actor, course, coupon, key);
    return { kind: 'enrolled', payment: null };
  }
  const result = await payOnce(actor, payable, means, key);
  return result.kind === 'paid' ? { kind: 'enrolled', payment: result.payment } : result;
}
