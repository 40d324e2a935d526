import { deleteLesson } from '#app/courses/delete-lesson.server.ts';
import { LESSON_DELETED } from '#app/courses/texts.ts';
import { api } from './respond.ts';

const resource = api({
  DELETE: {
    auth: 'bearer',
    namesErrorTwice: true,
    summary: 'Delete a lesson with its video',
    async handle({ actor, params }) {
      await deleteLesson(actor, params.lessonId ?? '', params.moduleId ?? '');
      return { body: { success: true, message: LESSON_DELETED } };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
