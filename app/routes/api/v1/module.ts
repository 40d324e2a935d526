import { moduleChangeSchema } from '#app/courses/course.schema.ts';
import { deleteModule } from '#app/courses/delete-module.server.ts';
import { setModuleDraft } from '#app/courses/drafts.server.ts';
import { authoredModule } from '#app/courses/find-course.server.ts';
import { renameModule } from '#app/courses/rename-module.server.ts';
import { placeModule } from '#app/courses/reorder.server.ts';
import { moduleDeleted, moduleSaved } from '#app/courses/texts.ts';
import { resource } from './respond.ts';
import { done, NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('admin/course/:courseId/module/:moduleId')
  .patch({
    auth: 'bearer',
    scope: 'courses:write',
    summary: 'Change the title of a module, its position in the course, or whether it is a draft',
    body: moduleChangeSchema,
    example: { title: 'Module 1: Time' },
    responses: { 200: done(moduleSaved()) },
    failures: { 403: NOT_ALLOWED, 404: 'Module not found.' },
    act({ actor, params, input }) {
      authoredModule(actor, params.moduleId, params.courseId);
      const { title, position, draft } = input;
      if (title !== undefined) renameModule(actor, params.moduleId, { title });
      if (position !== undefined) placeModule(actor, params.moduleId, position);
      if (draft !== undefined) setModuleDraft(actor, params.moduleId, draft);
      return { body: { success: true, message: moduleSaved() } };
    },
  })
  .delete({
    auth: 'bearer',
    scope: 'courses:write',
    summary: 'Delete a module and all its lessons',
    responses: { 200: done(moduleDeleted()) },
    failures: { 403: NOT_ALLOWED, 404: 'Module not found.' },
    async handle({ actor, params, keep }) {
      const answer = { body: { success: true, message: moduleDeleted() } };
      await deleteModule(
        actor,
        params.moduleId,
        params.courseId,
        keep(() => answer),
      );
      return answer;
    },
  });
