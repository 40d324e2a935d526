import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, type Member, requireMember } from '#app/accounts/actor.server.ts';
import { billingSchema } from '#app/accounts/settings.schema.ts';
import { readBuyer } from '#app/payments/buyer.server.ts';
import { GATEWAYS } from '#app/payments/gateway.ts';
import { chosenGateway } from '#app/payments/gateways.server.ts';
import {
  cardFingerprint,
  closeOpenPayment,
  hasCardFields,
  type PaymentResult,
  payOnce,
  readCard,
} from '#app/payments/pay.server.ts';
import { type Payment, toPayment } from '#app/payments/payment-state.server.ts';
import { paymentsFor } from '#app/payments/start-payment.server.ts';
import type { PaymentRow } from '#app/payments/subjects.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import {
  type IdempotentCall,
  idempotentCall,
  priorResult,
  rememberResult,
} from '#app/shared/idempotency.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { enrolments } from '#db/schema/courses.ts';
import { payments } from '#db/schema/verification.ts';
import { normalizeCode, typedCouponSchema } from './coupon.schema.ts';
import { type CouponRow, couponFor, couponOfPayment, discounted, takeCoupon } from './coupon.server.ts';
import { type CourseToBuy, courseToBuy, heldCoupon, itemOf } from './course-offer.server.ts';
import { purchaseDescription } from './course-payments.server.ts';
import { enrol, isEnrolled } from './enrol.server.ts';
import { hasPrice, maySeeAll } from './lesson-access.server.ts';

export const ENROLLED = 'You are enrolled in this course!';

/** The purchase of a course where no card is typed here. */
export const purchaseSchema = z.object({
  gateway: z
    .enum(GATEWAYS)
    .optional()
    .meta({ description: 'One of the configured gateways; the first by default' }),
  coupon: typedCouponSchema,
  ...billingSchema.shape,
});

export type PurchaseResult =
  /** `payment` is null where nothing was paid. */
  { kind: 'enrolled'; payment: Payment | null } | Extract<PaymentResult, { kind: 'started' }>;

/** The payment that bought a course, or null. */
function paymentOf({ user }: Member, course: CourseToBuy): Payment | null {
  const row = db
    .select()
    .from(payments)
    .where(and(paymentsFor(user.id, itemOf(course)), eq(payments.state, 'paid')))
    .get();
  return row ? toPayment(row) : null;
}

/** Enrols without a payment. With a key, the same call again is known to be the same. */
const enrolFree = (actor: Member, course: CourseToBuy, key: IdempotentCall | null) =>
  transaction((tx) => {
    const known = priorResult(tx, key);
    enrol(actor, course.id);
    if (known === null) rememberResult(tx, key, course.id);
  });

/** Enrols with a coupon that leaves nothing to pay. Of two calls at once, one takes a use of it. */
const enrolWithCoupon = (actor: Member, course: CourseToBuy, coupon: CouponRow, key: IdempotentCall | null) =>
  transaction((tx) => {
    const known = priorResult(tx, key);
    const { id: courseId, priceMinor } = courseToBuy(course.id);
    const { id: userId } = actor.user;
    if (discounted(priceMinor, coupon) > 0) {
      throw new AppError('conflict', 'The price of the course has changed. Please load the page again.');
    }
    if (!isEnrolled(tx, courseId, userId)) {
      takeCoupon(tx, coupon, { userId, courseId, paymentId: null });
      tx.insert(enrolments).values({ courseId, userId, enrolledAt: now() }).run();
    }
    if (known === null) rememberResult(tx, key, courseId);
  });

/**
 * Buys a course and enrols the actor; where the gateway has its own payment page, starts the payment, or resumes the one that
 * is open. A free course, and one that the actor is enrolled in, costs nothing.
 * @param input {coupon?, gateway?, company?, taxId?} and for a gateway that takes cards {cardNumber, expiryMonth, expiryYear, cvCode}
 * @param idempotencyKey the same key with the same input returns the same result
 * @throws AppError unauthenticated; not-found; invalid, naming fields; rate-limited; and as `payOnce`
 */
export async function purchaseCourse(
  actor: Actor,
  courseId: string,
  input: unknown,
  idempotencyKey?: string | null,
): Promise<PurchaseResult> {
  requireMember(actor);
  const course = courseToBuy(courseId);
  const { gateway: name, coupon: typed, company, taxId } = parseInput(purchaseSchema, input);
  const gateway = chosenGateway(name);
  const isOwed =
    hasPrice(course) && !maySeeAll(actor, course.ownerId) && !isEnrolled(db, course.id, actor.user.id);
  const coupon =
    isOwed && typed !== undefined
      ? await couponFor(actor, course, typed, heldCoupon(actor.user.id, course))
      : null;
  const amountMinor = coupon ? discounted(course.priceMinor, coupon) : course.priceMinor;
  const card = (isOwed && amountMinor > 0) || hasCardFields(input) ? readCard(gateway, input) : null;
  const key = idempotentCall(actor.user.id, 'courses/purchase', idempotencyKey, {
    courseId,
    coupon: typed && normalizeCode(typed),
    card: card && cardFingerprint(card),
    buyer: [company, taxId],
  });
  if (!isOwed) {
    enrolFree(actor, course, key);
    return { kind: 'enrolled', payment: paymentOf(actor, course) };
  }
  const means = { gateway, card, buyer: readBuyer(actor, input) };
  const path = `/course/${encodeURIComponent(course.id)}/purchase`;
  const payable = {
    item: itemOf(course),
    payer: actor.user,
    amountMinor,
    description: purchaseDescription(course.title),
    returnPath: `${path}/return`,
    cancelPath: coupon ? `${path}?coupon=${encodeURIComponent(coupon.code)}` : path,
    isCurrent: (open: PaymentRow) =>
      open.amountMinor === amountMinor && couponOfPayment(db, open.id)?.id === coupon?.id,
    onCreated: (tx: Transaction, paymentId: string) => {
      if (coupon) takeCoupon(tx, coupon, { userId: actor.user.id, courseId, paymentId });
    },
    paid: () => paymentOf(actor, course),
    // The gateway was asked about an earlier payment meanwhile.
    requireReady() {
      courseToBuy(course.id);
      if (isEnrolled(db, course.id, actor.user.id)) {
        throw new AppError('conflict', 'You are enrolled in this course already.');
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
