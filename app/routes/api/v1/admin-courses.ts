import { z } from 'zod';
import { catalogueSchema } from '#app/courses/course.schema.ts';
import { requireAuthor } from '#app/courses/find-course.server.ts';
import { listAuthoredCourses } from '#app/courses/list-courses.server.ts';
import { courseArray } from '#app/routes/api/v1/course-list.server.ts';
import { resource } from './respond.ts';
import { courseSchema } from './schemas/courses.ts';
import { NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('admin/courses').get({
  auth: 'bearer',
  scope: 'courses:read',
  admits: (actor) => requireAuthor(actor, 'read'),
  summary:
    "The issuer's courses, or all courses for a super admin, newest first. A page has 50 courses, or up to 200 with limit, and at most 1 MB; the next one is in the Link header",
  query: catalogueSchema,
  since: { list: '', at: 'createdAt', inOrder: false },
  responses: { 200: z.array(courseSchema) },
  headers: { Link: 'The next page, rel="next"; absent on the last page' },
  failures: { 403: NOT_ALLOWED },
  handle: (call) => courseArray(call, listAuthoredCourses(call.actor, call.query)),
});
