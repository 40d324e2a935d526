import { and, desc, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { limitFailures } from '#app/accounts/rate-limits.server.ts';
import { todayUtc } from '#app/certificates/certificate.server.ts';
import { LOWEST_CHARGE_CENTS } from '#app/config/charge-limits.ts';
import { now } from '#app/shared/clock.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { db, type Transaction } from '#db/client.ts';
import { foldCode } from '#db/folding.ts';
import { coupons, couponUses, payments } from '#db/schema/payments.ts';
import { t } from '#messages';

export type CouponRow = typeof coupons.$inferSelect;
type Reader = Pick<Transaction, 'select'>;

const usedUp = () => t('coupon.thisCouponIsUsedUp');

const invalidCoupon = (message: string) => invalid(message, { coupon: [message] });

/**
 * States of payments that use up their coupon: they are a sale, or may become one. The counter's triggers have the same list.
 */
const HOLDING = ['created', 'pending', 'paid', 'disputed'] as const;

/** How often a coupon is used, not counting one payment. */
function usesOf(tx: Reader, couponId: string, exceptPayment: string | null): number {
  const { uses = 0 } =
    tx.select({ uses: coupons.uses }).from(coupons).where(eq(coupons.id, couponId)).get() ?? {};
  if (exceptPayment === null) return uses;
  const held = tx
    .select({ id: payments.id })
    .from(couponUses)
    .innerJoin(payments, eq(payments.id, couponUses.paymentId))
    .where(
      and(
        eq(couponUses.paymentId, exceptPayment),
        eq(couponUses.couponId, couponId),
        inArray(payments.state, HOLDING),
      ),
    )
    .get();
  return held ? uses - 1 : uses;
}

/** Whether a coupon is valid today (UTC), upcoming or ended. */
export function periodOf({
  endedAt,
  validFrom,
  validUntil,
}: Pick<CouponRow, 'endedAt' | 'validFrom' | 'validUntil'>): 'ended' | 'scheduled' | 'active' {
  const today = todayUtc();
  if (endedAt !== null || (validUntil !== null && today > validUntil)) return 'ended';
  return validFrom !== null && today < validFrom ? 'scheduled' : 'active';
}

/**
 * Finds the coupon for a code that a buyer typed. `takeCoupon` checks whether it is used up. Wrong codes are rate-limited.
 * @param held the coupon of the buyer's open payment, which stays valid for it after the coupon ended
 * @throws AppError invalid, naming `coupon`; rate-limited
 */
export const couponFor = (
  actor: Actor,
  course: { id: string; ownerId: string },
  typed: string,
  held: CouponRow | undefined,
): Promise<CouponRow> =>
  limitFailures(actor, 'coupons', () => {
    if (held?.code === foldCode(typed)) return held;
    const found = db()
      .select()
      .from(coupons)
      .where(and(eq(coupons.ownerId, course.ownerId), eq(coupons.code, foldCode(typed))))
      .orderBy(desc(coupons.seq))
      .limit(1)
      .get();
    const isForCourse = found && (found.forAllCourses || found.courseId === course.id);
    if (!isForCourse) throw invalidCoupon(t('coupon.thisCouponIsNotKnownForThisCourse'));
    const period = periodOf(found);
    if (period === 'ended') throw invalidCoupon(t('coupon.thisCouponHasEnded'));
    if (period === 'scheduled') {
      throw invalidCoupon(
        t('coupon.thisCouponIsValidFromFormatcalendardate', {
          formatCalendarDate: formatCalendarDate(found.validFrom ?? ''),
        }),
      );
    }
    return found;
  });

/** A price after the coupon, in cents: 0 when the rest is below the smallest possible charge. */
export function discounted(priceMinor: number, { percent, amountMinor }: CouponRow): number {
  const left =
    percent === null ? priceMinor - (amountMinor ?? 0) : Math.round((priceMinor * (100 - percent)) / 100);
  return left < LOWEST_CHARGE_CENTS ? 0 : left;
}

/**
 * Requires that a coupon is not used up.
 * @param ownPayment an open payment that already uses it
 * @throws AppError invalid, naming `coupon`
 */
export function requireUsesLeft(tx: Reader, { id, maxUses }: CouponRow, ownPayment: string | null = null) {
  if (maxUses !== null && usesOf(tx, id, ownPayment) >= maxUses) throw invalidCoupon(usedUp());
}

/**
 * Uses a coupon once, in the transaction that creates the payment or, if the course becomes free, the enrolment.
 * @throws AppError invalid, naming `coupon`, when it is used up
 */
export function takeCoupon(
  tx: Transaction,
  coupon: CouponRow,
  use: { userId: string; courseId: string; paymentId: string | null },
) {
  requireUsesLeft(tx, coupon);
  tx.insert(couponUses)
    .values({ ...use, couponId: coupon.id, usedAt: now() })
    .run();
}

/** The coupon of a payment, or undefined. */
export const couponOfPayment = (tx: Reader, paymentId: string) =>
  tx
    .select(getTableColumns(coupons))
    .from(couponUses)
    .innerJoin(coupons, eq(coupons.id, couponUses.couponId))
    .where(eq(couponUses.paymentId, paymentId))
    .get();

/** Whether other buyers used up a payment's coupon between the payment's expiry and its late arrival. */
export function isOversold(tx: Reader, paymentId: string): boolean {
  const coupon = couponOfPayment(tx, paymentId);
  return !!coupon && coupon.maxUses !== null && usesOf(tx, coupon.id, paymentId) >= coupon.maxUses;
}
