import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Actor, ActorUser } from '#app/accounts/actor.server.ts';
import { db, type Transaction } from '#db/client.ts';
import { couponUses } from '#db/schema/coupons.ts';
import { courses, courseUnpublications } from '#db/schema/courses.ts';
import { payments } from '#db/schema/payments.ts';

/** Who reads a course: an actor, or the account that a signed URL was made for. */
export type Reader = Actor | { kind: 'signedUrl'; user: Pick<ActorUser, 'id' | 'role'> };

export const accountOf = (reader: Reader): Pick<ActorUser, 'id' | 'role'> | undefined =>
  'user' in reader ? reader.user : undefined;

/** SQL condition that a payment is for one of these courses and not refunded. */
const paidFor = (courseIds: string[]) =>
  and(inArray(payments.courseId, courseIds), eq(payments.state, 'paid'));

/** How many people have bought each of these courses. Refunded purchases do not count. */
export function countBuyers(
  courseIds: string[],
  tx: Pick<Transaction, 'select'> = db(),
): Map<string, number> {
  const rows = tx
    .select({ id: payments.courseId, buyers: sql<number>`count(*)` })
    .from(payments)
    .where(paidFor(courseIds))
    .groupBy(payments.courseId)
    .all();
  return new Map(rows.map(({ id, buyers }) => [id ?? '', buyers]));
}

/** Whether a reader has bought a course, and has not got the money back. */
export function hasBought(reader: Reader, courseId: string): boolean {
  const user = accountOf(reader);
  if (!user) return false;
  const own = and(paidFor([courseId]), eq(payments.payerId, user.id));
  return db().select({ one: sql`1` }).from(payments).where(own).get() !== undefined;
}

/** Whether an account has bought a course, also with a coupon that made it free, so that it can leave the course and come back. */
export function hasPaid(tx: Pick<Transaction, 'select'>, userId: string, courseId: string): boolean {
  const payment = and(paidFor([courseId]), eq(payments.payerId, userId));
  const coupon = and(
    eq(couponUses.userId, userId),
    eq(couponUses.courseId, courseId),
    isNull(couponUses.paymentId),
  );
  return (
    tx.select({ one: sql`1` }).from(payments).where(payment).get() !== undefined ||
    tx.select({ one: sql`1` }).from(couponUses).where(coupon).get() !== undefined
  );
}

/** SQL condition that the course was not removed. A removed one stays for its buyers alone. */
export const isNotRemoved = sql`${courses.seq} not in (
  select ${courseUnpublications.courseSeq} from ${courseUnpublications} where ${isNotNull(courseUnpublications.removedAt)})`;
