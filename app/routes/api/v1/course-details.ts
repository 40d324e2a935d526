import { readCourse } from '#app/courses/find-course.server.ts';
import { courseSerializers } from '#app/routes/api/v1/serialize-course.server.ts';
import { resource } from './respond.ts';
import { courseSchema } from './schemas/courses.ts';

export const api = resource();

api('admin/course/modules/fetchCourseDetails/:id').get({
  auth: 'none',
  scope: 'courses:read',
  summary: 'A course with its modules and lessons',
  responses: { 200: courseSchema },
  failures: { 404: 'Course not found.' },
  handle: ({ actor, params }) => ({ body: courseSerializers(actor).course(readCourse(actor, params.id)) }),
});
