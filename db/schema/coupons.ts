import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import { courses } from './courses.ts';
import { payments } from './verification.ts';

/** Codes with which learners pay less for the courses of one author. */
export const coupons = sqliteTable(
  'coupons',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    /** In upper case. */
    code: text().notNull(),
    /** What it takes off: a percentage, or else an amount in US cents. */
    percent: integer(),
    amountMinor: integer('amount_minor'),
    /** Whether it is for every course of its owner; otherwise for `courseId`, and for none once that is deleted. */
    forAllCourses: integer('for_all_courses', { mode: 'boolean' }).notNull(),
    courseId: text('course_id').references(() => courses.id, { onDelete: 'set null' }),
    /** Its first and last day (UTC); null: no limit. */
    validFrom: text('valid_from'),
    validUntil: text('valid_until'),
    /** Null: no limit. */
    maxUses: integer('max_uses'),
    /** How many uses count now. Triggers keep it (docs/product.md, Courses). */
    uses: integer().notNull().default(0),
    createdAt: integer('created_at').notNull(),
    /** When its owner ended it. */
    endedAt: integer('ended_at'),
  },
  (table) => [
    index('coupons_by_owner').on(table.ownerId, table.seq),
    index('coupons_by_code').on(table.ownerId, table.code, table.seq),
    uniqueIndex('coupons_one_code').on(table.ownerId, table.code).where(sql`${table.endedAt} is null`),
    index('coupons_by_course').on(table.courseId),
    check('coupons_discount', sql`(${table.percent} is null) <> (${table.amountMinor} is null)`),
  ],
);

/**
 * Uses of coupons. A use is taken when a checkout starts, and counts as long as its payment is open, paid or disputed; so one
 * that fails, expires or is refunded is given back by that.
 */
export const couponUses = sqliteTable(
  'coupon_uses',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    couponId: text('coupon_id')
      .notNull()
      .references(() => coupons.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    courseId: text('course_id').references(() => courses.id, { onDelete: 'set null' }),
    /** Null where the coupon made the course free. */
    paymentId: text('payment_id')
      .unique()
      .references(() => payments.id),
    usedAt: integer('used_at').notNull(),
  },
  (table) => [
    index('coupon_uses_by_coupon').on(table.couponId, table.paymentId),
    // Deleting an account or a course asks for what refers to it.
    index('coupon_uses_by_user').on(table.userId),
    index('coupon_uses_by_course').on(table.courseId),
  ],
);
