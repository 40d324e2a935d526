import type { Actor } from '#app/accounts/actor.server.ts';
import type { LessonType } from '#app/courses/course.server.ts';
import { authoredCourse } from '#app/courses/find-course.server.ts';
import { preparedSql } from '#db/client.ts';

/** How far learners get: how many have begun and done a lesson. */
export type LessonCount = {
  id: string;
  title: string;
  module: string;
  type: LessonType;
  begun: number;
  done: number;
};

const counts = preparedSql<LessonCount>(
  `select l.id, l.title, m.title as module, l.type, coalesce(f.begun, 0) as begun, coalesce(f.done, 0) as done
   from modules m join lessons l on l.module_id = m.id left join lesson_figures f on f.lesson_id = l.id
   where m.course_id = ? order by m.position, m.seq, l.position, l.seq`,
);

/**
 * The lessons of a course in order, with how many learners have begun and done each, for its author.
 * @throws AppError unauthenticated; forbidden; not-found, also for another author's course
 */
export function lessonCounts(actor: Actor, courseId: string): LessonCount[] {
  authoredCourse(actor, courseId, undefined, 'read');
  return counts().all(courseId);
}
