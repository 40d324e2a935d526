import { removeLessonFile } from '#app/courses/lessons/lesson-files.server.ts';
import { lessonToEdit } from '#app/courses/lessons/lesson-to-edit.server.ts';
import { fileRemoved } from '#app/courses/texts.ts';
import { api } from './respond.ts';
import { done, NOT_ALLOWED } from './schemas/responses.ts';

const resource = api('courses/:id/lessons/:lessonId/files/:fileId').delete({
  auth: 'bearer',
  scope: 'courses:write',
  summary: 'Remove a file from a lesson. For its author and super admins',
  responses: { 200: done(fileRemoved()) },
  failures: { 403: NOT_ALLOWED, 404: 'File not found.' },
  async handle({ actor, params }) {
    lessonToEdit(actor, params.id, params.lessonId);
    await removeLessonFile(actor, params.lessonId, params.fileId);
    return { body: { success: true, message: fileRemoved() } };
  },
});

export const loader = resource.loader;
export const action = resource.action;
