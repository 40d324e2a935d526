import { env } from '#app/config/env.server.ts';
import { withModules } from '#app/courses/course.server.ts';
import { withOpenLessons } from '#app/courses/lesson-access.server.ts';
import type { CoursePage } from '#app/courses/list-courses.server.ts';
import type { Answer, Call } from './operation.ts';
import { courseSerializers } from './serialize-course.server.ts';

/** An array of courses, with the next page in a Link header (RFC 8288). */
export function courseArray(
  { actor, request }: Pick<Call, 'actor' | 'request'>,
  { courses, nextCursor }: CoursePage,
): Answer {
  const { pathname, searchParams: next } = new URL(request.url);
  next.set('cursor', nextCursor ?? '');
  const link = `<${env().APP_URL}${pathname}?${next}>; rel="next"`;
  return {
    body: withOpenLessons(actor, withModules(courses)).map(courseSerializers(actor).course),
    headers: nextCursor === null ? {} : { Link: link },
  };
}
