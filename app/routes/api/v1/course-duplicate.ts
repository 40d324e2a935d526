import type { Course } from '#app/courses/course.server.ts';
import { duplicateCourse } from '#app/courses/duplicates/duplicate-course.server.ts';
import { requireAuthor } from '#app/courses/find-course.server.ts';
import { courseSerializers } from '#app/routes/api/v1/serialize-course.server.ts';
import { resource } from './respond.ts';
import { courseSchema } from './schemas/courses.ts';
import { NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('admin/course/:id/duplicate').post({
  auth: 'bearer',
  scope: 'courses:write',
  admits: requireAuthor,
  summary: 'Duplicate a course as a draft, with everything but its learners and coupons',
  responses: { 201: courseSchema },
  failures: {
    403: NOT_ALLOWED,
    404: 'Course not found.',
    409: 'An issuer has at most 500 courses. Delete one of them first.',
  },
  async handle({ actor, params, keep }) {
    const toAnswer = (copy: Course) => ({ status: 201, body: courseSerializers(actor).course(copy) });
    return toAnswer(await duplicateCourse(actor, params.id, null, keep(toAnswer)));
  },
});
