import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import { courses } from './courses.ts';

/** Duplicates of courses that are not complete yet. Nobody sees them. The last step of the copy deletes the row. */
export const courseCopies = sqliteTable('course_copies', {
  courseSeq: integer('course_seq')
    .primaryKey()
    .references(() => courses.seq, { onDelete: 'cascade' }),
  begunAt: integer('begun_at').notNull(),
});
