import { and, asc, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { namesOfMembers } from '#app/accounts/account-names.server.ts';
import { type Actor, memberId, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { todayUtc } from '#app/certificates/certificate.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { parseUsd } from '#app/shared/entered-numbers.ts';
import { AppError, invalid, notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { contains, filteredPage, seqBefore } from '#app/shared/list-queries.server.ts';
import type { listQuerySchema } from '#app/shared/list-query.ts';
import { db, isOneOf, seqsOf, transaction } from '#db/client.ts';
import { foldCode } from '#db/folding.ts';
import { courses } from '#db/schema/courses.ts';
import { coupons } from '#db/schema/payments.ts';
import { t } from '#messages';
import type { couponEndSchema, couponSchema } from './coupon.schema.ts';
import { type CouponRow, periodOf } from './coupon.server.ts';
import { isNotRemoved } from './course.server.ts';

const PAGE = 50;
/** Most courses that the form lists. */
const OFFERED_COURSES = 500;

export const couponCreated = () => t('manageCoupons.couponCreated');
export const couponEnded = () => t('manageCoupons.couponEnded');

/**
 * Creates a coupon for one course, or for all courses of the actor.
 * @param input {code, kind: 'percent' or 'amount', value, courseId?, validFrom?, validUntil?, maxUses?}
 * @throws AppError unauthenticated; forbidden; invalid, naming fields
 */
export function createCoupon(actor: Actor, input: z.output<typeof couponSchema>): { message: string } {
  requireIssuer(actor, 'courses');
  const { code, kind, value, courseId = null, validFrom, validUntil, maxUses } = input;
  const ownerId = actor.organisation.id;
  transaction((tx) => {
    requireStillMay(tx, actor, 'courses');
    const isOwn = (id: string) =>
      tx
        .select({ id: courses.id })
        .from(courses)
        .where(and(eq(courses.id, id), eq(courses.ownerId, ownerId)))
        .get() !== undefined;
    if (courseId !== null && !isOwn(courseId)) {
      throw invalid(t('manageCoupons.courseMustBeOneOfYours'), {
        courseId: [t('manageCoupons.courseMustBeOneOfYours')],
      });
    }
    // A coupon whose last day has passed no longer blocks its code.
    tx.update(coupons)
      .set({ endedAt: now() })
      .where(
        and(
          eq(coupons.ownerId, ownerId),
          eq(coupons.code, code),
          isNull(coupons.endedAt),
          lt(coupons.validUntil, todayUtc()),
        ),
      )
      .run();
    const id = newId();
    const { changes } = tx
      .insert(coupons)
      .values({
        id,
        ownerId,
        code,
        percent: kind === 'percent' ? Number(value) : null,
        amountMinor: kind === 'amount' ? parseUsd(value) : null,
        forAllCourses: courseId === null,
        courseId,
        validFrom: validFrom ?? null,
        validUntil: validUntil ?? null,
        maxUses: maxUses ?? null,
        createdAt: now(),
        createdBy: memberId(actor),
      })
      .onConflictDoNothing()
      .run();
    if (changes === 0) {
      const message = t('manageCoupons.youHaveACouponWithThisCode');
      throw new AppError('conflict', message, { fields: { code: [message] } });
    }
    recordAct(tx, actor, 'coupon.created', { object: ['coupon', id], after: { kind, value, courseId } });
  });
  return { message: couponCreated() };
}

/**
 * Ends one of the actor's coupons. Checkouts that began with it keep their price. Ending it again changes nothing.
 * @param input {id}
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function endCoupon(actor: Actor, input: z.output<typeof couponEndSchema>): { message: string } {
  requireIssuer(actor, 'courses');
  const { id } = input;
  const own = and(eq(coupons.id, id), eq(coupons.ownerId, actor.organisation.id));
  transaction((tx) => {
    requireStillMay(tx, actor, 'courses');
    if (!tx.select({ id: coupons.id }).from(coupons).where(own).get())
      throw notFound(t('manageCoupons.couponNotFound'));
    const { changes } = tx
      .update(coupons)
      .set({ endedAt: now() })
      .where(and(own, isNull(coupons.endedAt)))
      .run();
    if (changes > 0) recordAct(tx, actor, 'coupon.ended', { object: ['coupon', id] });
  });
  return { message: couponEnded() };
}

export type ListedCoupon = Pick<
  CouponRow,
  'id' | 'code' | 'percent' | 'amountMinor' | 'validFrom' | 'validUntil' | 'maxUses' | 'uses' | 'createdAt'
> & {
  /** Null for all courses. */
  course: string | null;
  state: 'active' | 'scheduled' | 'ended' | 'used-up';
  /** The member who created it, if the organisation has several. */
  createdBy: string | null;
};

function stateOf(coupon: CouponRow): ListedCoupon['state'] {
  const period = periodOf(coupon);
  const isUsedUp = coupon.maxUses !== null && coupon.uses >= coupon.maxUses;
  return isUsedUp && period !== 'ended' ? 'used-up' : period;
}

/**
 * One page of the actor's coupons, newest first.
 * @param input {cursor?, q?}; a search finds codes and titles of courses
 * @throws AppError unauthenticated; forbidden; invalid
 */
export function listCoupons(
  actor: Actor,
  input: z.output<typeof listQuerySchema>,
): { coupons: ListedCoupon[]; nextCursor: string | null } {
  requireIssuer(actor, 'read');
  const { cursor, q } = input;
  const words = q.trim();
  const { seqs, nextCursor } = filteredPage({
    limit: PAGE,
    before: seqBefore(cursor),
    read: (before, count) =>
      seqsOf(sql`select ${coupons.seq} as seq from ${coupons}
        where ${and(eq(coupons.ownerId, actor.organisation.id), lt(coupons.seq, before))}
        order by ${desc(coupons.seq)} limit ${count}`),
    filter:
      words === ''
        ? undefined
        : (found) =>
            seqsOf(sql`select ${coupons.seq} as seq from ${coupons}
              left join ${courses} on ${eq(courses.id, coupons.courseId)}
              where ${and(isOneOf(coupons.seq, found), or(contains(coupons.code, foldCode(words)), contains(courses.title, words)))}
              order by ${desc(coupons.seq)}`),
  });
  const rows = db()
    .select({ coupon: coupons, title: courses.title })
    .from(coupons)
    .leftJoin(courses, eq(courses.id, coupons.courseId))
    .where(isOneOf(coupons.seq, seqs))
    .orderBy(desc(coupons.seq))
    .all();
  const nameOf = namesOfMembers(
    actor.organisation.id,
    rows.map(({ coupon }) => coupon.createdBy),
  );
  return {
    coupons: rows.map(({ coupon, title }) => {
      const { id, code, percent, amountMinor, validFrom, validUntil, maxUses, uses, createdAt } = coupon;
      const course = coupon.forAllCourses ? null : (title ?? t('manageCoupons.aDeletedCourse'));
      const state = stateOf(coupon);
      return {
        id,
        code,
        percent,
        amountMinor,
        validFrom,
        validUntil,
        maxUses,
        uses,
        course,
        state,
        createdAt,
        createdBy: nameOf(coupon.createdBy),
      };
    }),
    nextCursor,
  };
}

/**
 * The courses for which the actor may create a coupon.
 * @throws AppError unauthenticated; forbidden
 */
export function coursesForCoupons(actor: Actor): { id: string; title: string }[] {
  requireIssuer(actor, 'read');
  return db()
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(and(eq(courses.ownerId, actor.organisation.id), isNotRemoved))
    .orderBy(asc(courses.title))
    .limit(OFFERED_COURSES)
    .all();
}
