import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { uniqueName } from '#app/accounts/account-names.server.ts';
import type { Subject } from '#app/payments/payment.server.ts';
import { storedReason, storedTitle, titleText } from '#app/payments/stored-reasons.ts';
import { ftsQuery, searchWords } from '#app/shared/full-text-search.ts';
import { db } from '#db/client.ts';
import { courses, courseUnpublications, enrolments } from '#db/schema/courses.ts';
import { organisations } from '#db/schema/organisations.ts';
import { t } from '#messages';
import { isOversold } from './coupon.server.ts';
import { isEnrolled, storeEnrolment } from './enrol.server.ts';

/** Description of a purchase on bank statements and in mails. */
export const purchaseDescription = (title: string) => titleText(storedTitle('course', title));

export const courseSubject: Subject = {
  alwaysMails: true,
  revokedByDispute: true,
  rejectionReason(tx, { id, courseId, payerId }, event) {
    const course = tx
      .select({
        unpublished: courseUnpublications.courseSeq,
        removedAt: courseUnpublications.removedAt,
        buyers: courseUnpublications.buyers,
      })
      .from(courses)
      .leftJoin(courseUnpublications, eq(courseUnpublications.courseSeq, courses.seq))
      .where(eq(courses.id, courseId ?? ''))
      .get();
    // A disputed purchase was made before the course left the catalogue.
    const keeps = event === 'dispute' && course?.buyers === 'keep';
    if (!course || (course.removedAt !== null && !keeps)) return storedReason('course-removed-before', event);
    if (course.unpublished !== null && !keeps) return storedReason('course-unpublished-before', event);
    if (isEnrolled(tx, courseId ?? '', payerId)) return storedReason('enrolled-before', event);
    return isOversold(tx, id) ? storedReason('coupon-used-up-before', event) : null;
  },
  grant(tx, { courseId, payerId, settledAt }) {
    if (courseId === null || settledAt === null) throw new Error('A rejected payment was settled');
    const course = tx
      .select({ ownerId: courses.ownerId })
      .from(courses)
      .where(eq(courses.id, courseId))
      .get();
    if (!course) throw new Error('A paid course does not exist');
    storeEnrolment(tx, { courseId, ownerId: course.ownerId, userId: payerId, enrolledAt: settledAt });
  },
  // Keeps the rating. The enrolment belongs to the payment only while it is paid: a disputed payment has already ended it.
  revoke(tx, { state, courseId, payerId }) {
    if (state !== 'paid' || courseId === null) return;
    tx.delete(enrolments)
      .where(and(eq(enrolments.courseId, courseId), eq(enrolments.userId, payerId)))
      .run();
  },
  describe(tx, { courseId, courseTitle, state }) {
    const course = tx
      .select({
        name: organisations.name,
        username: organisations.username,
        isWithdrawn: isNotNull(courseUnpublications.courseSeq).mapWith(Boolean),
      })
      .from(courses)
      .innerJoin(organisations, eq(organisations.id, courses.ownerId))
      .leftJoin(courseUnpublications, eq(courseUnpublications.courseSeq, courses.seq))
      .where(eq(courses.id, courseId ?? ''))
      .get();
    return {
      title: purchaseDescription(courseTitle ?? ''),
      storedTitle: storedTitle('course', courseTitle ?? ''),
      // A course that left the catalogue is open to its buyers alone.
      path: !course || (course.isWithdrawn && state !== 'paid') ? '/courses' : `/course/${courseId}`,
      lines: [
        [t('coursePayments.for'), t('common.course')],
        [t('common.course'), courseTitle ?? ''],
        ...(course ? [[t('common.createdBy'), uniqueName(course)] as [string, string]] : []),
      ],
    };
  },
  search(q) {
    const words = ftsQuery(searchWords(q), { columns: '{title}' });
    const byTitle = sql`select c.id from courses_search s join courses c on c.seq = s.rowid
      where courses_search match ${words} limit 100`;
    const found = db().all<{ seq: number }>(sql`select seq from payments where course_id = ${q}
      ${words === null ? sql`` : sql`or course_id in (${byTitle})`} order by seq desc limit 100`);
    return found.map(({ seq }) => seq);
  },
};
