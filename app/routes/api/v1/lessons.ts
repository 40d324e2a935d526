import { z } from 'zod';
import { captionsOf, captionsSchema } from '#app/courses/captions/captions-of.server.ts';
import {
  captionsTooLarge,
  MAX_CAPTIONS_BYTES,
  removeCaptions,
} from '#app/courses/captions/change-captions.server.ts';
import { conversionForAuthor } from '#app/courses/conversions/conversion-state.server.ts';
import { lessonSearchSchema } from '#app/courses/course.schema.ts';
import { openCourse, readCourse } from '#app/courses/find-course.server.ts';
import { filesOfLesson, removeLessonFile } from '#app/courses/lessons/lesson-files.server.ts';
import { searchLessons } from '#app/courses/lessons/search-lessons.server.ts';
import { lessonText, lessonToEdit } from '#app/courses/lessons/text-lessons.server.ts';
import { progressSchema as inputSchema } from '#app/courses/progress/progress.schema.ts';
import { reportProgress } from '#app/courses/progress/report-progress.server.ts';
import { captionsRemoved, fileRemoved } from '#app/courses/texts.ts';
import { lessonFileTooLarge, MOST_LESSON_FILE_FORM } from '#app/files/media/texts.ts';
import {
  addReadFile,
  readCaptions,
  readLessonFile,
  setReadCaptions,
} from '#app/routes/courses/uploads.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { t } from '#messages';
import { resource } from './respond.ts';
import { captionsObject, courseSerializers, lessonFileObject } from './schemas/courses.ts';
import { foundLessonsSchema, lessonDetailsSchema, progressSchema } from './schemas/learning.ts';
import { done, NO_STORAGE, NOT_ALLOWED, STORAGE_DOWN, success, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

api('courses/:id/lessons').get({
  auth: 'bearer',
  scope: 'courses:read',
  summary: 'The lessons of a course whose title, text or transcript has the words of a search',
  query: lessonSearchSchema,
  responses: { 200: success({ lessons: foundLessonsSchema }) },
  failures: { 404: 'Course not found.' },
  handle({ actor, params, query }) {
    const found = searchLessons(readCourse(actor, params.id), query.q);
    return {
      body: { success: true, lessons: found.map(({ id, ...lesson }) => ({ _id: id, ...lesson })) },
    };
  },
});

api('courses/:id/lessons/:lessonId').get({
  auth: 'bearer',
  scope: 'courses:read',
  summary: 'A lesson with its text, captions and files. A closed lesson is without them',
  responses: { 200: success({ lesson: lessonDetailsSchema }) },
  failures: { 404: 'Lesson not found.' },
  handle({ actor, params }) {
    const course = openCourse(actor, params.id);
    const lesson = course.modules.flatMap(({ lessons }) => lessons).find(({ id }) => id === params.lessonId);
    if (!lesson) throw notFound(t('common.lessonNotFound'));
    const text = lesson.isOpen && lesson.type === 'text' ? lessonText(lesson.id) : null;
    const conversion = conversionForAuthor(actor, course.creator.id, lesson.videoPath);
    const serialize = courseSerializers(actor);
    return {
      body: {
        success: true,
        lesson: {
          ...serialize.lesson(lesson),
          text: text?.markdown ?? null,
          captions:
            lesson.isOpen && lesson.type === 'video' ? captionsOf(lesson.id).map(serialize.captions) : [],
          files: lesson.isOpen ? filesOfLesson(lesson.id).map(serialize.file) : [],
          ...(conversion && { conversion }),
        },
      },
    };
  },
});

api('courses/:id/lessons/:lessonId/progress').put({
  auth: 'bearer',
  summary: 'Report where you are in a lesson, what you have watched of it, and whether it is done',
  body: inputSchema,
  example: { position: 412.5, ranges: [[0, 398]] },
  responses: { 200: success({ progress: progressSchema }) },
  failures: {
    403: 'Please enrol in this course first.',
    404: 'Lesson not found.',
    409: 'A quiz is done when it is passed.',
  },
  async handle({ actor, params, input }) {
    const report = await input();
    return reportProgress(actor, params.id, params.lessonId, report, false);
  },
  answer: (progress) => ({ body: { success: true, progress } }),
});

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
