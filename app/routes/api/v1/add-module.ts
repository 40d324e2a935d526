import { addModule } from '#app/courses/add-module.server.ts';
import { newModuleSchema } from '#app/courses/course.schema.ts';
import { requireAuthor } from '#app/courses/find-course.server.ts';
import { courseSerializers } from '#app/routes/api/v1/serialize-course.server.ts';
import { resource } from './respond.ts';
import { moduleSchema } from './schemas/courses.ts';
import { NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('admin/course/addModules/:courseId').post({
  auth: 'bearer',
  scope: 'courses:write',
  admits: requireAuthor,
  summary: 'Add a module at the end of a course',
  body: newModuleSchema,
  example: { title: 'Module 1: Time' },
  responses: { 201: moduleSchema },
  failures: { 403: NOT_ALLOWED, 404: 'Course not found.', 409: 'A course has at most 100 modules.' },
  act({ actor, params, input }) {
    const module = addModule(actor, params.courseId, input);
    return { status: 201, body: courseSerializers(actor).module(module) };
  },
});
