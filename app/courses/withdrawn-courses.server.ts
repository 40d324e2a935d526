import { and, asc, eq, gt, isNotNull, notExists, sql } from 'drizzle-orm';
import { paymentById } from '#app/payments/payment-state.server.ts';
import { sendRefundOf } from '#app/payments/reconcile.server.ts';
import { refundPayment } from '#app/payments/refund-payment.server.ts';
import { storedReason } from '#app/payments/stored-reasons.ts';
import { now } from '#app/shared/clock.server.ts';
import { log } from '#app/shared/log.server.ts';
import { letOthersRun } from '#app/shared/work-in-steps.server.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { courses, courseUnpublications } from '#db/schema/courses.ts';
import { payments } from '#db/schema/payments.ts';
import { purgeCourse } from './purge-course.server.ts';

/** How long a request waits for refunds. The background does the rest. */
const REQUEST_MS = 1_000;

/** Whether the unpublication or removal of a course has ordered refunds. The order stays until the last one is made. */
export function ordersRefunds(courseSeq: number, tx: Pick<Transaction, 'select'>): boolean {
  const order = and(eq(courseUnpublications.courseSeq, courseSeq), eq(courseUnpublications.buyers, 'refund'));
  return tx.select({ one: sql`1` }).from(courseUnpublications).where(order).get() !== undefined;
}

const refundOrders = () =>
  db()
    .select({
      courseId: courses.id,
      reason: courseUnpublications.reason,
      by: courseUnpublications.unpublishedBy,
      removedAt: courseUnpublications.removedAt,
    })
    .from(courseUnpublications)
    .innerJoin(courses, eq(courses.seq, courseUnpublications.courseSeq))
    .where(eq(courseUnpublications.buyers, 'refund'))
    .all();

/** The next purchase of a course. The plus sign keeps SQLite from reading all payments of the site in this state, also below. */
const nextPaid = (courseId: string, after: number) =>
  db()
    .select()
    .from(payments)
    .where(and(eq(payments.courseId, courseId), gt(payments.seq, after), sql`+${payments.state} = 'paid'`))
    .orderBy(asc(payments.seq))
    .limit(1)
    .get();

/**
 * Refunds the purchases of withdrawn courses whose buyers get their money back, each with its mail in one
 * transaction. Continues after a failure, which the next run tries again.
 * @param until ms since the epoch, after which it stops
 */
export async function refundBuyers(until = Number.POSITIVE_INFINITY) {
  let isGatewayDown = false;
  for (const { courseId, reason, by, removedAt } of refundOrders()) {
    const what = removedAt === null ? 'course-unpublished' : 'course-removed';
    let payment = nextPaid(courseId, 0);
    for (; payment && now() < until; payment = nextPaid(courseId, payment.seq)) {
      const { id } = payment;
      try {
        const paid = payment;
        transaction((tx) => {
          // Another process may have refunded it meanwhile.
          if (paymentById(id)?.state !== 'paid') return;
          refundPayment(tx, paid, { reason: storedReason(what, ...(reason === '' ? [] : [reason])), by });
        });
        // Buyers do not wait for a silent gateway. The background sends the refunds that are left.
        if (!isGatewayDown) isGatewayDown = !(await sendRefundOf(id));
      } catch (error) {
        log.error({ err: error, payment: id }, 'purchase of a withdrawn course not refunded');
      }
      await letOthersRun();
    }
  }
}

/**
 * Deletes removed courses that have no buyers, or whose last purchase was refunded. A dispute that is open may still be won. The
 * cross join makes SQLite read the few unpublications first.
 */
export async function purgeRemoved() {
  const kept = db()
    .select({ one: sql`1` })
    .from(payments)
    .where(and(eq(payments.courseId, courses.id), sql`+${payments.state} in ('paid', 'disputed')`));
  const found = db()
    .select({ id: courses.id })
    .from(courseUnpublications)
    .crossJoin(courses)
    .where(
      and(
        eq(courses.seq, courseUnpublications.courseSeq),
        isNotNull(courseUnpublications.removedAt),
        notExists(kept),
      ),
    )
    .all();
  for (const { id } of found) {
    try {
      await purgeCourse(id);
    } catch (error) {
      log.error({ err: error, course: id }, 'removed course not deleted');
    }
  }
}

/** Executes the ordered refunds and deletions for at most a second. The background continues. */
export async function completeWithdrawals(): Promise<void> {
  await refundBuyers(now() + REQUEST_MS);
  await purgeRemoved();
}
