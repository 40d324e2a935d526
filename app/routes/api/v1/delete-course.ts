import { deleteCourse } from '#app/courses/delete-course.server.ts';
import { COURSE_DELETED } from '#app/courses/texts.ts';
import { api } from './respond.ts';

const resource = api({
  DELETE: {
    auth: 'bearer',
    summary: 'Delete a course with its modules, lessons and files',
    async handle({ actor, params }) {
      await deleteCourse(actor, params.id ?? '');
      return { body: { success: true, message: COURSE_DELETED } };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
