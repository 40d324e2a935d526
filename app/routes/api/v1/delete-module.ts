import { deleteModule } from '#app/courses/delete-module.server.ts';
import { MODULE_DELETED } from '#app/courses/texts.ts';
import { api } from './respond.ts';

const resource = api({
  DELETE: {
    auth: 'bearer',
    summary: 'Delete a module and all its lessons',
    async handle({ actor, params }) {
      await deleteModule(actor, params.moduleId ?? '', params.courseId ?? '');
      return { body: { success: true, message: MODULE_DELETED } };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
