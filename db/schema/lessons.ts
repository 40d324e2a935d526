import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { identity, ofUser } from './accounts.ts';
import { lessons, media } from './courses.ts';

const ofLesson = () =>
  text('lesson_id')
    .notNull()
    .references(() => lessons.id, { onDelete: 'cascade' });

/** The texts of lessons of type 'text'. */
export const lessonTexts = sqliteTable('lesson_texts', {
  lessonId: ofLesson().primaryKey(),
  markdown: text().notNull(),
  /** Rendered when the text is saved, because rendering is slow for some texts. */
  html: text().notNull(),
});

/** Files that a lesson of any type offers for download. */
export const lessonFiles = sqliteTable(
  'lesson_files',
  {
    id: text().primaryKey(),
    /** Duplicates of a course share its files. */
    mediaId: text('media_id')
      .notNull()
      .references(() => media.id),
    lessonId: ofLesson(),
    /** The name for people who save the file. */
    name: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  ({ lessonId, mediaId, createdAt }) => [
    index('lesson_files_by_lesson').on(lessonId, createdAt),
    // Deleting a file checks for references.
    index('lesson_files_by_media').on(mediaId),
  ],
);

/** Captions of videos, one for each language. */
export const lessonCaptions = sqliteTable(
  'lesson_captions',
  {
    lessonId: ofLesson(),
    /** A BCP 47 tag, such as 'en' or 'pt-BR'. */
    language: text().notNull(),
    /** JSON: [start, end, text] of each cue, in milliseconds. */
    cues: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  ({ lessonId, language }) => [primaryKey({ columns: [lessonId, language] })],
);

// A migration also creates the FTS5 table `lessons_search` over title, text and transcript, with its triggers on `lessons`. Its column
// `scope` is the course, as `c` and its number. A migration that rebuilds `lessons` must create them again.

export const CONVERSION_STATES = ['running', 'done', 'failed'] as const;

/**
 * Conversions by ffmpeg: a poster picture, and an MP4 if browsers cannot play the file. A video without a row
 * waits for ffmpeg. The row of a converted video is deleted with its original; the MP4 has a separate row.
 */
export const videoConversions = sqliteTable(
  'video_conversions',
  {
    mediaId: text('media_id')
      .primaryKey()
      .references(() => media.id, { onDelete: 'cascade' }),
    state: text({ enum: CONVERSION_STATES }).notNull(),
    /** How much of the MP4 is made, in thousandths. Null without a conversion. */
    permille: integer(),
    /** How often it was begun. */
    tries: integer().notNull().default(0),
    /** Why it failed, for the author. */
    reason: text(),
    updatedAt: integer('updated_at').notNull(),
  },
  ({ mediaId, state }) => [index('video_conversions_running').on(mediaId).where(sql`${state} = 'running'`)],
);

/** Poster pictures that were taken from videos. */
export const videoPosters = sqliteTable('video_posters', {
  mediaId: text('media_id')
    .primaryKey()
    .references(() => media.id, { onDelete: 'cascade' }),
  thumbnailId: text('thumbnail_id')
    .notNull()
    .unique()
    .references(() => media.id),
});

/**
 * The versions of quizzes, which are lessons of type 'quiz'. A change of a quiz adds a version, so that attempts keep the questions that
 * they began with. The newest version of a lesson is the current one.
 */
export const quizzes = sqliteTable(
  'quizzes',
  {
    ...identity(),
    lessonId: text('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    /** Percent of the points. */
    passMark: integer('pass_mark').notNull(),
    /** How often a learner may try. Null is without a limit. */
    attempts: integer(),
    timeLimitSeconds: integer('time_limit_seconds'),
    shuffle: integer({ mode: 'boolean' }).notNull(),
    /** JSON: the questions with their IDs and correct answers (app/courses/quizzes/quiz.schema.ts). */
    questions: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  ({ lessonId, seq }) => [index('quizzes_by_lesson').on(lessonId, seq)],
);

export const quizAttempts = sqliteTable(
  'quiz_attempts',
  {
    ...identity(),
    quizSeq: integer('quiz_seq')
      .notNull()
      .references(() => quizzes.seq, { onDelete: 'cascade' }),
    /** The lesson of the quiz, for look-ups. */
    lessonId: text('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    userId: ofUser('user_id').notNull(),
    /** Determines the order of shuffled questions and options. */
    seed: integer().notNull(),
    startedAt: integer('started_at').notNull(),
    /** When the time is up. Null without a time limit. */
    deadline: integer(),
    /** When it was submitted or its time was up. Null while it is open. */
    endedAt: integer('ended_at'),
    /** Points reached and possible, in hundredths. Null while it is open. */
    score: integer(),
    points: integer(),
    passed: integer({ mode: 'boolean' }),
  },
  ({ quizSeq, lessonId, userId, seq, endedAt, deadline }) => [
    index('quiz_attempts_by_quiz').on(quizSeq),
    index('quiz_attempts_by_lesson').on(lessonId, userId, seq),
    index('quiz_attempts_by_user').on(userId),
    uniqueIndex('quiz_attempts_open').on(lessonId, userId).where(sql`${endedAt} is null`),
    index('quiz_attempts_due').on(deadline).where(sql`${endedAt} is null and ${deadline} is not null`),
  ],
);

/** The answers of an attempt, stored one by one. */
export const quizAnswers = sqliteTable(
  'quiz_answers',
  {
    attemptSeq: integer('attempt_seq')
      .notNull()
      .references(() => quizAttempts.seq, { onDelete: 'cascade' }),
    questionId: text('question_id').notNull(),
    /** JSON: an option's ID, a list of them, a boolean, a number or a text. */
    value: text().notNull(),
    answeredAt: integer('answered_at').notNull(),
    /** Points in hundredths. Null while the attempt is open. */
    score: integer(),
  },
  ({ attemptSeq, questionId }) => [primaryKey({ columns: [attemptSeq, questionId] })],
);
