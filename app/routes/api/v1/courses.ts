import { z } from 'zod';
import { catalogueSchema } from '#app/courses/course.schema.ts';
import { listCourses } from '#app/courses/list-courses.server.ts';
import { courseArray } from '#app/routes/api/v1/course-list.server.ts';
import { resource } from './respond.ts';
import { courseSchema } from './schemas/courses.ts';

export const api = resource();

api('users/courses').get({
  auth: 'none',
  scope: 'courses:read',
  summary:
    'The course catalogue, newest first. A page has 50 courses, or up to 200 with limit, and at most 1 MB; the next one is in the Link header',
  query: catalogueSchema,
  since: { list: '', at: 'createdAt', inOrder: false },
  responses: { 200: z.array(courseSchema) },
  headers: { Link: 'The next page, rel="next"; absent on the last page' },
  handle: (call) => courseArray(call, listCourses(call.query)),
});
