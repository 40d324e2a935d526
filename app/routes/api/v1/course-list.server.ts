import { withModules } from '#app/courses/course.server.ts';
import { withOpenLessons } from '#app/courses/lesson-access.server.ts';
import type { CoursePage } from '#app/courses/list-courses.server.ts';
import { nextLink } from './next-link.server.ts';
import type { Answer, Call } from './operation.ts';
import { courseSerializers } from './serialize-course.server.ts';

/** An array of courses, with the next page in a Link header (RFC 8288). */
export function courseArray(
  { actor, request }: Pick<Call, 'actor' | 'request'>,
  { courses, nextCursor }: CoursePage,
): Answer {
  return {
    body: withOpenLessons(actor, withModules(courses)).map(courseSerializers(actor).course),
    headers: nextLink(request, nextCursor),
  };
}
