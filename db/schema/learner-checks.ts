import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { courses } from './courses.ts';

/** Changed courses whose learners are checked in the background, because the change may complete the course for them. */
export const coursesToCheck = sqliteTable('courses_to_check', {
  courseId: text('course_id')
    .primaryKey()
    .references(() => courses.id, { onDelete: 'cascade' }),
  /** Learners up to this user ID have been checked. */
  afterUser: text('after_user').notNull().default(''),
});
