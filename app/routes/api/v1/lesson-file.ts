import { removeLessonFile } from '#app/courses/lessons/lesson-files.server.ts';
import { lessonToEdit } from '#app/courses/lessons/lesson-to-edit.server.ts';
import { fileRemoved } from '#app/courses/texts.ts';
import { resource } from './respond.ts';
import { done, NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('courses/:id/lessons/:lessonId/files/:fileId').delete({
  auth: 'bearer',
  scope: 'courses:write',
  summary: 'Remove a file from a lesson. For its author and super admins',
  responses: { 200: done(fileRemoved()) },
  failures: { 403: NOT_ALLOWED, 404: 'File not found.' },
  async handle({ actor, params, keep }) {
    lessonToEdit(actor, params.id, params.lessonId);
    const answer = { body: { success: true, message: fileRemoved() } };
    await removeLessonFile(
      actor,
      params.lessonId,
      params.fileId,
      keep(() => answer),
    );
    return answer;
  },
});
