import { addModule } from '#app/courses/add-module.server.ts';
import { newModuleSchema } from '#app/courses/course.schema.ts';
import { courseShapes } from '#app/routes/api/v1/course-shapes.server.ts';
import { api } from './respond.ts';

const resource = api({
  POST: {
    auth: 'bearer',
    summary: 'Add a module at the end of a course',
    body: newModuleSchema,
    async handle({ actor, params, json }) {
      const module = addModule(actor, params.courseId ?? '', await json());
      return { status: 201, body: courseShapes(actor).module(module) };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
