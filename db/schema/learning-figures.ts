import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lessons } from './courses.ts';

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
