import { deleteModule } from '#app/courses/delete-module.server.ts';
import { MODULE_DELETED } from '#app/courses/texts.ts';
import { api } from './respond.ts';
import { done, NOT_ALLOWED } from './schemas/responses.ts';

const resource = api('admin/course/:courseId/module/:moduleId').delete({
  auth: 'bearer',
  scope: 'courses:write',
  summary: 'Delete a module and all its lessons',
  responses: { 200: done(MODULE_DELETED) },
  failures: { 403: NOT_ALLOWED, 404: 'Module not found.' },
  async handle({ actor, params }) {
    await deleteModule(actor, params.moduleId, params.courseId);
    return { body: { success: true, message: MODULE_DELETED } };
  },
});

export const loader = resource.loader;
export const action = resource.action;
