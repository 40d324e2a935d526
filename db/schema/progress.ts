import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ofUser } from './accounts.ts';
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
