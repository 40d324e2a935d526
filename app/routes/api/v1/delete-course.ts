import { courseDeletionSchema } from '#app/courses/course.schema.ts';
import { deleteCourse } from '#app/courses/delete-course.server.ts';
import { requireAuthor } from '#app/courses/find-course.server.ts';
import { COURSE_DELETED } from '#app/courses/texts.ts';
import { api } from './respond.ts';
import { done, NOT_ALLOWED } from './schemas/responses.ts';

const resource = api('admin/course/:id').delete({
  auth: 'bearer',
  scope: 'courses:write',
  admits: requireAuthor,
  summary:
    'Delete a course with its modules, lessons and files. A super admin must give a reason, which is mailed to the author. Buyers keep the course, or every purchase is refunded',
  query: courseDeletionSchema.pick({ reason: true }),
  body: courseDeletionSchema,
  example: { reason: 'The course is out of date', buyers: 'refund' },
  responses: { 200: done(COURSE_DELETED) },
  failures: { 403: NOT_ALLOWED, 404: 'Course not found.' },
  async handle({ actor, params, query, input }) {
    await deleteCourse(actor, params.id, { ...query, ...(await input()) });
    return { body: { success: true, message: COURSE_DELETED } };
  },
});

export const loader = resource.loader;
export const action = resource.action;
