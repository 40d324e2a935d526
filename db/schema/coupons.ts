import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { identity, toUser } from './accounts.ts';
import { courses } from './courses.ts';
import { toPayment } from './payments.ts';

/** Discount codes for the courses of an author. */
export const coupons = sqliteTable(
  'coupons',
  {
    ...identity(),
    ownerId: toUser('owner_id').notNull(),
    /** In upper case. */
    code: text().notNull(),
    /** The discount: a percentage, or else an amount in US cents. */
    percent: integer(),
    amountMinor: integer('amount_minor'),
    /**
     * Whether the coupon is for all courses of its owner. Otherwise it is for `courseId`, and for none after that is deleted.
     */
    forAllCourses: integer('for_all_courses', { mode: 'boolean' }).notNull(),
    courseId: text('course_id').references(() => courses.id, { onDelete: 'set null' }),
    /** The first and last day (UTC). Null means no limit. */
    validFrom: text('valid_from'),
    validUntil: text('valid_until'),
    /** Null means no limit. */
    maxUses: integer('max_uses'),
    /** How often the coupon is used. Maintained by triggers (docs/product.md, Courses). */
    uses: integer().notNull().default(0),
    createdAt: integer('created_at').notNull(),
    endedAt: integer('ended_at'),
    /** The member who created it. Null for the account that registered the organisation. */
    createdBy: toUser('created_by'),
  },
  ({ ownerId, seq, code, endedAt, courseId, percent, amountMinor, createdBy }) => [
    index('coupons_by_creator').on(createdBy).where(sql`${createdBy} is not null`),
    index('coupons_by_owner').on(ownerId, seq),
    index('coupons_by_code').on(ownerId, code, seq),
    uniqueIndex('coupons_one_code').on(ownerId, code).where(sql`${endedAt} is null`),
    index('coupons_by_course').on(courseId),
    check('coupons_discount', sql`(${percent} is null) <> (${amountMinor} is null)`),
  ],
);

/**
 * Uses of coupons. A use begins with the checkout and counts while its payment is open, paid or disputed. A payment that fails,
 * expires or is refunded returns its use.
 */
export const couponUses = sqliteTable(
  'coupon_uses',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    couponId: text('coupon_id')
      .notNull()
      .references(() => coupons.id),
    userId: toUser('user_id').notNull(),
    courseId: text('course_id').references(() => courses.id, { onDelete: 'set null' }),
    /** Null if the coupon made the course free. */
    paymentId: toPayment('payment_id').unique(),
    usedAt: integer('used_at').notNull(),
  },
  ({ couponId, paymentId, userId, courseId }) => [
    index('coupon_uses_by_coupon').on(couponId, paymentId),
    index('coupon_uses_by_user').on(userId),
    index('coupon_uses_by_course').on(courseId),
  ],
);
