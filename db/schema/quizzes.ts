import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { identity, ofUser } from './accounts.ts';
import { lessons } from './courses.ts';

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
