import { z } from 'zod';
import type { LessonFile } from '#app/courses/lessons/lesson-files.server.ts';
import { lessonToEdit } from '#app/courses/lessons/lesson-to-edit.server.ts';
import { lessonFileTooLarge, MOST_LESSON_FILE_FORM } from '#app/files/media/texts.ts';
import { courseSerializers } from '#app/routes/api/v1/serialize-course.server.ts';
import { addReadFile, readLessonFile } from '#app/routes/courses/uploads.server.ts';
import { resource } from './respond.ts';
import { lessonFileSchema } from './schemas/learning.ts';
import { NO_STORAGE, NOT_ALLOWED, STORAGE_DOWN, success, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

api('courses/:id/lessons/:lessonId/files').post({
  auth: 'bearer',
  scope: 'courses:write',
  summary: 'Add a file to a lesson, as multipart. For its author and super admins',
  body: z.object({}),
  example: {},
  files: { file: 'PDF, ZIP, an office document or a picture, at most 50 MB' },
  upload: { bytes: MOST_LESSON_FILE_FORM, tooLarge: lessonFileTooLarge },
  responses: { 201: success({ file: lessonFileSchema }) },
  failures: {
    403: NOT_ALLOWED,
    404: 'Lesson not found.',
    409: 'A lesson has at most 20 files.',
    429: TOO_MANY,
    503: STORAGE_DOWN,
    507: NO_STORAGE,
  },
  async handle({ actor, params, upload, keep }) {
    const { id: lessonId, ownerId } = lessonToEdit(actor, params.id, params.lessonId);
    const read = await readLessonFile({ actor, upload, ownerId, lessonId });
    const toAnswer = (file: LessonFile) => ({
      status: 201,
      body: { success: true, file: courseSerializers(actor).file(file) },
    });
    return toAnswer(await addReadFile(actor, read, keep(toAnswer)));
  },
});
