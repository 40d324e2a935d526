import { catalogueSchema } from '#app/courses/course.schema.ts';
import { listAuthoredCourses } from '#app/courses/list-courses.server.ts';
import { COURSES_AT_ONCE, courseArray } from '#app/routes/api/v1/course-list.server.ts';
import { api } from './respond.ts';

const resource = api({
  GET: {
    auth: 'bearer',
    summary:
      'The courses of this issuer, for a super admin all, newest first; the next page is in the Link header',
    query: catalogueSchema,
    handle: (call) => courseArray(call, listAuthoredCourses(call.actor, call.query, COURSES_AT_ONCE)),
  },
});

export const loader = resource.loader;
export const action = resource.action;
