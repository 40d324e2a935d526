import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, type Member, requireMember } from '#app/accounts/actor.server.ts';
import { billingSchema } from '#app/accounts/settings.schema.ts';
import { type LastAttempt, lastAttemptFor } from '#app/payments/attempts.server.ts';
import { readBuyer } from '#app/payments/buyer.server.ts';
import { GATEWAYS } from '#app/payments/gateway.ts';
import { chosenGateway } from '#app/payments/gateways.server.ts';
import {
  cardFingerprint,
  hasCardFields,
  type PaymentResult,
  payOnce,
  readCard,
} from '#app/payments/pay.server.ts';
import { type Payment, toPayment } from '#app/payments/payment-state.server.ts';
import { paymentsFor } from '#app/payments/start-payment.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import {
  type IdempotentCall,
  idempotentCall,
  priorResult,
  rememberResult,
} from '#app/shared/idempotency.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db, transaction } from '#db/client.ts';
import { courses } from '#db/schema/courses.ts';
import { payments } from '#db/schema/verification.ts';
import { purchaseDescription } from './course-payments.server.ts';
import { enrol, isEnrolled } from './enrol.server.ts';
import { isPublished } from './find-course.server.ts';
import { hasPrice, maySeeAll } from './lesson-access.server.ts';

export const ENROLLED = 'You are enrolled in this course!';

/** The purchase of a course where no card is typed here. */
export const purchaseSchema = z.object({
  gateway: z
    .enum(GATEWAYS)
    .optional()
    .meta({ description: 'One of the configured gateways; the first by default' }),
  ...billingSchema.shape,
});

export type PurchaseResult =
  /** `payment` is null where nothing was paid. */
  { kind: 'enrolled'; payment: Payment | null } | Extract<PaymentResult, { kind: 'started' }>;

type CourseToBuy = { id: string; title: string; ownerId: string; priceMinor: number };

/** @throws AppError not-found, also for an unpublished course */
function courseToBuy(id: string): CourseToBuy {
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

const itemOf = ({ id, title }: CourseToBuy) => ({ courseId: id, courseTitle: title });

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

/**
 * Buys a course and enrols the actor; where the gateway has its own payment page, starts the payment, or resumes the one that
 * is open. A free course, and one that the actor is enrolled in, costs nothing.
 * @param input {gateway?, company?, taxId?} and for a gateway that takes cards {cardNumber, expiryMonth, expiryYear, cvCode}
 * @param idempotencyKey the same key with the same input returns the same result
 * @throws AppError unauthenticated; not-found; invalid, naming fields; and as `payOnce`
 */
export async function purchaseCourse(
  actor: Actor,
  courseId: string,
  input: unknown,
  idempotencyKey?: string | null,
): Promise<PurchaseResult> {
  requireMember(actor);
  const course = courseToBuy(courseId);
  const { gateway: name, company, taxId } = parseInput(purchaseSchema, input);
  const gateway = chosenGateway(name);
  const isOwed =
    hasPrice(course) && !maySeeAll(actor, course.ownerId) && !isEnrolled(db, course.id, actor.user.id);
  const card = isOwed || hasCardFields(input) ? readCard(gateway, input) : null;
  const key = idempotentCall(actor.user.id, 'courses/purchase', idempotencyKey, {
    courseId,
    card: card && cardFingerprint(card),
    buyer: [company, taxId],
  });
  if (!isOwed) {
    enrolFree(actor, course, key);
    return { kind: 'enrolled', payment: paymentOf(actor, course) };
  }
  const path = `/course/${encodeURIComponent(course.id)}/purchase`;
  const payable = {
    item: itemOf(course),
    payer: actor.user,
    amountMinor: course.priceMinor,
    description: purchaseDescription(course.title),
    returnPath: `${path}/return`,
    cancelPath: path,
    isCurrent: (open: { amountMinor: number }) => open.amountMinor === course.priceMinor,
    paid: () => paymentOf(actor, course),
  };
  const result = await payOnce(actor, payable, { gateway, card, buyer: readBuyer(actor, input) }, key);
  return result.kind === 'paid' ? { kind: 'enrolled', payment: result.payment } : result;
}

export type Offer = {
  course: { id: string; title: string };
  amountMinor: number;
  lastAttempt: LastAttempt | null;
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
    amountMinor: priceMinor,
    lastAttempt: lastAttemptFor(actor.user.id, itemOf(course)),
  };
}
