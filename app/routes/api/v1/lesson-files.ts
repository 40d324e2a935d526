import { z } from 'zod';
import {
  captionsTooLarge,
  MAX_CAPTIONS_BYTES,
  removeCaptions,
} from '#app/courses/captions/change-captions.server.ts';
import { captionsSchema } from '#app/courses/captions/languages.ts';
import { removeLessonFile } from '#app/courses/lessons/lesson-files.server.ts';
import { lessonToEdit } from '#app/courses/lessons/text-lessons.server.ts';
import { captionsRemoved, fileRemoved } from '#app/courses/texts.ts';
import { lessonFileTooLarge, MOST_LESSON_FILE_FORM } from '#app/files/media/texts.ts';
import { readCaptions, setReadCaptions } from '#app/routes/courses/read-captions.server.ts';
import { addReadFile, readLessonFile } from '#app/routes/courses/uploads.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { resource } from './respond.ts';
import { captionsObject, courseSerializers, lessonFileObject } from './schemas/courses.ts';
import { done, NO_STORAGE, NOT_ALLOWED, STORAGE_DOWN, success, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

api('courses/:id/lessons/:lessonId/captions/:language')
  .put({
    auth: 'bearer',
    scope: 'courses:write',
    summary: 'Set the captions of a video in a language, as multipart. For its author and super admins',
    body: z.object({}),
    example: {},
    files: { file: 'WebVTT, SRT or SBV, at most 1 MB' },
    upload: { bytes: MAX_CAPTIONS_BYTES + 65_536, tooLarge: captionsTooLarge },
    responses: {
      200: success({
        captions: captionsObject,
        mended: z
          .string()
          .array()
          .meta({
            description: 'What was mended in the file, with the numbers of its lines',
            examples: [['Times written in another way were read. Lines: 3, 7']],
          }),
      }),
    },
    failures: {
      403: NOT_ALLOWED,
      404: 'Lesson not found.',
      409: 'Only a video has captions.',
      429: TOO_MANY,
      503: 'Too many captions are being saved. Please try again in a moment.',
    },
    async handle({ actor, params, upload }) {
      const { id: lessonId } = lessonToEdit(actor, params.id, params.lessonId);
      const { file } = await readCaptions(actor, upload);
      const fields = { language: params.language };
      return setReadCaptions(actor, lessonId, fields, file);
    },
    answer: (captions, { actor }) => ({
      body: { success: true, captions: courseSerializers(actor).captions(captions), mended: captions.mended },
    }),
  })
  .delete({
    auth: 'bearer',
    scope: 'courses:write',
    summary: 'Remove the captions of a video in a language. For its author and super admins',
    responses: { 200: done(captionsRemoved()) },
    failures: { 403: NOT_ALLOWED, 404: 'The lesson has no captions in German.' },
    handle({ actor, params }) {
      lessonToEdit(actor, params.id, params.lessonId);
      const { language } = parseInput(captionsSchema, { language: params.language });
      removeCaptions(actor, params.lessonId, language);
      return { body: { success: true, message: captionsRemoved() } };
    },
  });

api('courses/:id/lessons/:lessonId/files').post({
  auth: 'bearer',
  scope: 'courses:write',
  summary: 'Add a file to a lesson, as multipart. For its author and super admins',
  body: z.object({}),
  example: {},
  files: {
    file: 'PDF, ZIP, an office document, EPUB, a picture, MP3, M4A, CSV, Markdown, captions, a notebook or another text, at most 50 MB',
  },
  upload: { bytes: MOST_LESSON_FILE_FORM, tooLarge: lessonFileTooLarge },
  responses: { 201: success({ file: lessonFileObject }) },
  failures: {
    403: NOT_ALLOWED,
    404: 'Lesson not found.',
    409: 'A lesson has at most 20 files.',
    429: TOO_MANY,
    503: STORAGE_DOWN,
    507: NO_STORAGE,
  },
  async handle({ actor, params, upload }) {
    const { id: lessonId, ownerId } = lessonToEdit(actor, params.id, params.lessonId);
    const read = await readLessonFile({ actor, upload, ownerId, lessonId });
    return addReadFile(actor, read);
  },
  answer: (file, { actor }) => ({
    status: 201,
    body: { success: true, file: courseSerializers(actor).file(file) },
  }),
});

api('courses/:id/lessons/:lessonId/files/:fileId').delete({
  auth: 'bearer',
  scope: 'courses:write',
  summary: 'Remove a file from a lesson. For its author and super admins',
  responses: { 200: done(fileRemoved()) },
  failures: { 403: NOT_ALLOWED, 404: 'File not found.' },
  async handle({ actor, params }) {
    lessonToEdit(actor, params.id, params.lessonId);
    await removeLessonFile(actor, params.lessonId, params.fileId);
  },
  answer: () => ({ body: { success: true, message: fileRemoved() } }),
});
