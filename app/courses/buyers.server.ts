import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { db, type Transaction } from '#db/client.ts';
import { courses, courseUnpublications } from '#db/schema/courses.ts';
import { payments } from '#db/schema/payments.ts';

type Reader = Pick<Transaction, 'select'>;

/** SQL condition that a payment is for one of these courses and not refunded. */
const paidFor = (courseIds: string[]) =>
  and(inArray(payments.courseId, courseIds), eq(payments.state, 'paid'));

/** How many people have bought each of these courses. Refunded purchases do not count. */
export function countBuyers(courseIds: string[], tx: Reader = db()): Map<string, number> {
  const rows = tx
    .select({ id: payments.courseId, buyers: sql<number>`count(*)` })
    .from(payments)
    .where(paidFor(courseIds))
    .groupBy(payments.courseId)
    .all();
  return new Map(rows.map(({ id, buyers }) => [id ?? '', buyers]));
}

/** Whether the actor has bought a course, and has not got the money back. */
export function hasBought(actor: Actor, courseId: string): boolean {
  if (actor.kind !== 'user' && actor.kind !== 'apiToken') return false;
  const own = and(paidFor([courseId]), eq(payments.payerId, actor.user.id));
  return db().select({ one: sql`1` }).from(payments).where(own).get() !== undefined;
}

/** SQL condition that the course was not removed. A removed one stays for its buyers alone. */
export const isNotRemoved = sql`${courses.seq} not in (
  select ${courseUnpublications.courseSeq} from ${courseUnpublications} where ${isNotNull(courseUnpublications.removedAt)})`;
