import { and, asc, eq, gt, inArray, isNotNull, notExists, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { noteRemoval, removeUnreferenced } from '#app/files/media/files.server.ts';
import { courseRemovedMail } from '#app/mail/course-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { paymentById } from '#app/payments/payment.server.ts';
import { sendRefundOf } from '#app/payments/reconcile.server.ts';
import { refundPayment } from '#app/payments/refund-payment.server.ts';
import { storedReason } from '#app/payments/stored-reasons.ts';
import { deleteInSteps, letOthersRun } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, preparedSql, type Transaction, transaction } from '#db/client.ts';
import { courses, courseUnpublications, enrolments, lessons, modules, ratings } from '#db/schema/courses.ts';
import { couponUses, payments } from '#db/schema/payments.ts';
import { completionCertificates, courseCompletions, lessonProgress } from '#db/schema/progress.ts';
import { t } from '#messages';
import { emptyLesson } from './change-lesson.server.ts';
import type { courseDeletionSchema } from './course.schema.ts';
import { authoredCourse, courseWithAuthor, requireAuthor } from './find-course.server.ts';
import { deleteUnused, mediaOfCourse } from './media-of.server.ts';

/** Learners whose rows are deleted before other requests run. */
const STEP_ROWS = 1_000;

type Released =
  | typeof payments
  | typeof couponUses
  | typeof courseCompletions
  | typeof completionCertificates;

/** Takes the course from some payments, uses of coupons or completions, which stay. */
function releaseSome(table: Released, courseId: string): number {
  const some = sql`rowid in (select rowid from ${table} where ${eq(table.courseId, courseId)} limit ${STEP_ROWS})`;
  return db().update(table).set({ courseId: null }).where(some).run().changes;
}

/** Removes what learners have of a course, in short steps: the deletion of the course would do it in a long one. */
async function removeLearners(courseId: string) {
  for (const table of [ratings, lessonProgress, enrolments])
    await deleteInSteps(table, eq(table.courseId, courseId), STEP_ROWS);
  for (const table of [payments, couponUses, courseCompletions, completionCertificates]) {
    while (releaseSome(table, courseId) === STEP_ROWS) await letOthersRun();
  }
}

const lessonsOf = preparedSql<{ id: string; seq: number }>(
  'select l.id, l.seq from modules m join lessons l on l.module_id = m.id where m.course_id = ?',
);

/** Deletes a course with its content, and its files after the commit. Callers must have checked permission. */
export async function purgeCourse(courseId: string): Promise<void> {
  const row = db()
    .select({ thumbnailId: courses.thumbnailId })
    .from(courses)
    .where(eq(courses.id, courseId))
    .get();
  if (!row) return;
  const noted = [row.thumbnailId, ...mediaOfCourse(courseId)];
  await noteRemoval(noted);
  await removeLearners(courseId);
  for (const lesson of lessonsOf().all(courseId)) await emptyLesson(lesson);
  let removed: string[] = [];
  try {
    removed = transaction((tx) => {
      // Read again, because a change may have committed meanwhile.
      const course = tx
        .select({ thumbnailId: courses.thumbnailId })
        .from(courses)
        .where(eq(courses.id, courseId))
        .get();
      if (!course) return [];
      const ids = [course.thumbnailId, ...mediaOfCourse(courseId, tx)];
      const moduleIds = tx.select({ id: modules.id }).from(modules).where(eq(modules.courseId, courseId));
      tx.delete(lessons).where(inArray(lessons.moduleId, moduleIds)).run();
      tx.delete(courses).where(eq(courses.id, courseId)).run();
      deleteUnused(tx, ids);
      return ids;
    });
  } finally {
    await removeUnreferenced([...new Set([...noted, ...removed])]);
  }
}

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

/**
 * Removes a course. Without buyers it is deleted with its content and files. Otherwise its buyers keep it, and see it alone; or every
 * purchase is refunded, with a mail, and then the course is deleted, in the background where there are many. Certificates for it do
 * not change. The author gets a mail if somebody else removes it.
 * @param input {reason?, buyers?: 'keep' or 'refund'}; the author and refunded buyers read the reason, which a super admin must give
 * @throws AppError unauthenticated; forbidden; not-found; invalid
 */
export async function deleteCourse(
  actor: Actor,
  courseId: string,
  input: z.output<typeof courseDeletionSchema>,
): Promise<void> {
  requireAuthor(actor);
  const { reason, buyers } = input;
  transaction((tx) => {
    const { ownerId } = authoredCourse(actor, courseId, tx);
    const isAuthor = actor.organisation?.id === ownerId;
    if (!isAuthor && reason === undefined)
      throw invalid(t('deleteCourse.reasonIsRequired'), { reason: [t('deleteCourse.reasonIsRequired')] });
    const { seq, title, authors } = courseWithAuthor(courseId, tx);
    const at = now();
    // From now on the course cannot be bought. A purchase that arrives later is refunded.
    const removal = { reason: reason ?? '', unpublishedBy: actor.user.id, removedAt: at, buyers };
    tx.insert(courseUnpublications)
      .values({ courseSeq: seq, unpublishedAt: at, ...removal })
      .onConflictDoUpdate({
        target: courseUnpublications.courseSeq,
        // Refunds that the unpublication ordered continue, with its reason.
        set: ordersRefunds(seq, tx) ? { removedAt: at } : removal,
      })
      .run();
    recordAct(tx, actor, 'course.removed', {
      object: ['course', courseId],
      organisation: ownerId,
      after: { buyers: buyers ?? null },
    });
    if (!isAuthor) for (const author of authors) enqueueMail(tx, courseRemovedMail(author, title, reason));
    storeAnswer(tx);
  });
  await completeWithdrawals();
}
