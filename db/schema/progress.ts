import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { identity, ofUser, toUser } from './accounts.ts';
import { toCertificate } from './certificates.ts';
import { courses, lessons, media } from './courses.ts';

/** What learners have watched and done of lessons. A lesson without a row is new. */
export const lessonProgress = sqliteTable(
  'lesson_progress',
  {
    courseId: text('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    userId: ofUser('user_id').notNull(),
    lessonId: text('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    /** Where the learner stopped, in milliseconds of the file. */
    positionMs: integer('position_ms').notNull().default(0),
    /** The watched ranges in milliseconds of the file as JSON, in order and apart from each other: [[from, to], …]. */
    ranges: text().notNull().default('[]'),
    /** Sum of the ranges. */
    watchedMs: integer('watched_ms').notNull().default(0),
    /** The last report or mark. */
    activeAt: integer('active_at').notNull(),
    doneAt: integer('done_at'),
  },
  ({ courseId, userId, lessonId }) => [
    primaryKey({ columns: [courseId, userId, lessonId] }),
    index('lesson_progress_by_user').on(userId),
    index('lesson_progress_by_lesson').on(lessonId),
  ],
);

/** How many learners have begun and done a lesson. Maintained by triggers only. */
export const lessonFigures = sqliteTable('lesson_figures', {
  lessonId: text('lesson_id')
    .primaryKey()
    .references(() => lessons.id, { onDelete: 'cascade' }),
  /** Learners with a row of `lesson_progress`. */
  begun: integer().notNull().default(0),
  done: integer().notNull().default(0),
});

/** The length of videos as their files state or show it, read when it is first needed. */
export const videoLengths = sqliteTable('video_lengths', {
  mediaId: text('media_id')
    .primaryKey()
    .references(() => media.id, { onDelete: 'cascade' }),
  /** Null for a file that does not show it. */
  lengthMs: integer('length_ms'),
});

const ofLesson = () =>
  text('lesson_id')
    .notNull()
    .references(() => lessons.id, { onDelete: 'cascade' });

/**
 * The bytes of a lesson's text, captions and versions of its quiz, which count towards the storage of its issuer. Maintained by
 * triggers only.
 */
export const lessonSizes = sqliteTable(
  'lesson_sizes',
  {
    lessonId: ofLesson().primaryKey(),
    /** The issuer of the course. */
    ownerId: text('owner_id').notNull(),
    bytes: integer().notNull(),
  },
  ({ ownerId, bytes }) => [index('lesson_sizes_by_owner').on(ownerId, bytes)],
);

/** How often a question was answered, and with all points, in attempts that have ended. Maintained by triggers only. */
export const questionFigures = sqliteTable(
  'question_figures',
  {
    lessonId: ofLesson(),
    questionId: text('question_id').notNull(),
    answered: integer().notNull(),
    correct: integer().notNull(),
  },
  ({ lessonId, questionId }) => [primaryKey({ columns: [lessonId, questionId] })],
);

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
