import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { identity, ofUser, toUser } from './accounts.ts';
import { toCertificate } from './certificates.ts';
import { courses } from './courses.ts';

export const COMPLETION_RULES = ['lessons', 'quizzes', 'both'] as const;
export const COMPLETION_CERTIFICATES = ['none', 'at-once', 'approval'] as const;

/** A course's completion rule and certificate. Default: all lessons in any order, no certificate. */
export const completionSettings = sqliteTable('completion_settings', {
  courseId: text('course_id')
    .primaryKey()
    .references(() => courses.id, { onDelete: 'cascade' }),
  rule: text({ enum: COMPLETION_RULES }).notNull(),
  inOrder: integer('in_order', { mode: 'boolean' }).notNull(),
  certificate: text({ enum: COMPLETION_CERTIFICATES }).notNull(),
});

/** Completed courses, as they were at that time. A row never changes, except that a deleted course is taken from it. */
export const courseCompletions = sqliteTable(
  'course_completions',
  {
    ...identity(),
    courseId: text('course_id').references(() => courses.id, { onDelete: 'set null' }),
    userId: ofUser('user_id').notNull(),
    /** The author of the course. */
    issuerId: toUser('issuer_id').notNull(),
    /** The course's title, version, rule, and the sum of its lessons' durations. */
    courseTitle: text('course_title').notNull(),
    courseVersion: integer('course_version').notNull(),
    rule: text({ enum: COMPLETION_RULES }).notNull(),
    durationSeconds: integer('duration_seconds').notNull(),
    completedAt: integer('completed_at').notNull(),
  },
  ({ courseId, userId, issuerId, seq }) => [
    uniqueIndex('course_completions_once').on(courseId, userId),
    index('course_completions_by_user').on(userId, seq),
    index('course_completions_by_issuer').on(issuerId),
  ],
);

/** Certificates that learners asked for on completion. */
export const completionCertificates = sqliteTable(
  'completion_certificates',
  {
    completionSeq: integer('completion_seq')
      .primaryKey()
      .references(() => courseCompletions.seq, { onDelete: 'cascade' }),
    courseId: text('course_id').references(() => courses.id, { onDelete: 'set null' }),
    issuerId: toUser('issuer_id').notNull(),
    /** The name that the learner confirmed. */
    learnerName: text('learner_name').notNull(),
    requestedAt: integer('requested_at').notNull(),
    /** The time of the request for a certificate at once. Null until the issuer approves. */
    approvedAt: integer('approved_at'),
    /** Null for a certificate at once. */
    approvedBy: toUser('approved_by'),
    certificateId: toCertificate('certificate_id').unique(),
  },
  ({ completionSeq, courseId, issuerId, approvedAt, approvedBy, certificateId }) => [
    index('completion_certificates_by_course').on(courseId),
    index('completion_certificates_by_issuer').on(issuerId),
    index('completion_certificates_by_approver').on(approvedBy),
    index('completion_certificates_to_approve').on(courseId, completionSeq).where(sql`${approvedAt} is null`),
    index('completion_certificates_to_issue')
      .on(issuerId, completionSeq)
      .where(sql`${certificateId} is null and ${approvedAt} is not null`),
  ],
);

/** Changed courses whose learners are checked in the background, because the change may complete the course for them. */
export const coursesToCheck = sqliteTable('courses_to_check', {
  courseId: text('course_id')
    .primaryKey()
    .references(() => courses.id, { onDelete: 'cascade' }),
  /** Learners up to this user ID have been checked. */
  afterUser: text('after_user').notNull().default(''),
});
