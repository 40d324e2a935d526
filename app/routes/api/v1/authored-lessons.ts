import { z } from 'zod';
import { deleteLesson } from '#app/courses/change-lesson.server.ts';
import {
  lessonPlaceSchema,
  lessonSchema,
  moduleChangeSchema,
  newLessonSchema,
  newModuleSchema,
} from '#app/courses/course.schema.ts';
import { authoredLesson, authoredModule, requireAuthor } from '#app/courses/find-course.server.ts';
import { addTextLesson, updateTextLesson } from '#app/courses/lessons/text-lessons.server.ts';
import {
  addModule,
  deleteModule,
  placeLesson,
  placeModule,
  renameModule,
} from '#app/courses/modules.server.ts';
import { newLessonJsonSchema, textLessonSchema } from '#app/courses/new-lesson.schema.ts';
import { setLessonDraft, setModuleDraft } from '#app/courses/publish-course.server.ts';
import { addQuizLesson, replaceQuiz } from '#app/courses/quizzes/change-quiz.server.ts';
import { quizLessonSchema } from '#app/courses/quizzes/quiz.schema.ts';
import {
  lessonDeleted,
  lessonSaved,
  missingLessonFields,
  moduleDeleted,
  moduleSaved,
} from '#app/courses/texts.ts';
import { MOST_VIDEO_FORM, videoTooLarge } from '#app/files/media/texts.ts';
import { addReadLesson, readLesson, saveLesson } from '#app/routes/courses/uploads.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { isJson } from './read-request.ts';
import { resource } from './respond.ts';
import { courseSerializers, lessonObject, moduleObject } from './schemas/courses.ts';
import { done, NO_STORAGE, NOT_ALLOWED, STORAGE_DOWN, success, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

api('admin/course/addModules/:courseId').post({
  auth: 'bearer',
  scope: 'courses:write',
  admits: requireAuthor,
  summary: 'Add a module at the end of a course',
  body: newModuleSchema,
  example: { title: 'Module 1: Time' },
  responses: { 201: moduleObject.schema },
  failures: { 403: NOT_ALLOWED, 404: 'Course not found.', 409: 'A course has at most 100 modules.' },
  act({ actor, params, input }) {
    const module = addModule(actor, params.courseId, input);
    return { status: 201, body: courseSerializers(actor).module(module) };
  },
});

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
    handle: async ({ actor, params }) => deleteModule(actor, params.moduleId, params.courseId),
    answer: () => ({ body: { success: true, message: moduleDeleted() } }),
  });

api('admin/course/module/addLesson/:moduleId').post({
  auth: 'bearer',
  scope: 'courses:write',
  namesErrorTwice: true,
  summary:
    'Add a lesson: multipart with title, duration, type=video, courseId and videoFile, or JSON for a text or a quiz',
  body: newLessonSchema.extend({ courseId: z.string().min(1) }),
  example: {
    title: 'Clocks and order',
    duration: '15:30',
    type: 'video',
    courseId: '01a1fd90-efbd-76a7-86eb-f5382c5ddfb9',
  },
  files: { videoFile: 'MP4, MOV, AVI, WebM or sound, and with ffmpeg MKV, WMV and MPEG; at most 500 MB' },
  upload: { bytes: MOST_VIDEO_FORM, tooLarge: videoTooLarge },
  json: {
    schema: newLessonJsonSchema,
    example: {
      title: 'Reading list',
      duration: '10 minutes',
      type: 'text',
      courseId: '01a1fd90-efbd-76a7-86eb-f5382c5ddfb9',
      text: '# Reading list\n\n- *Time, clocks and the ordering of events*',
    },
  },
  responses: { 201: lessonObject.schema },
  failures: {
    403: NOT_ALLOWED,
    404: 'Module not found.',
    409: 'A module has at most 200 lessons.',
    429: TOO_MANY,
    503: STORAGE_DOWN,
    507: NO_STORAGE,
  },
  async handle({ actor, params, request, upload, json }) {
    if (!isJson(request.headers.get('Content-Type') ?? ''))
      return addReadLesson(actor, await readLesson(actor, upload, params));
    authoredModule(actor, params.moduleId);
    const { courseId, ...input } = parseInput(newLessonJsonSchema, await json(), missingLessonFields());
    return input.type === 'text'
      ? addTextLesson(actor, params.moduleId, input, courseId)
      : addQuizLesson(actor, params.moduleId, input, courseId);
  },
  answer: (lesson, { actor }) => ({ status: 201, body: courseSerializers(actor).lesson(lesson) }),
});

api('admin/course/module/:moduleId/lesson/:lessonId')
  .put({
    auth: 'bearer',
    scope: 'courses:write',
    namesErrorTwice: true,
    summary:
      'Change a lesson: multipart with title, duration and a new videoFile, if there is one, or JSON for a text or a quiz',
    body: lessonSchema,
    example: { title: 'Clocks and order', duration: '16:10' },
    files: {
      videoFile:
        'MP4, MOV, AVI, WebM or sound, and with ffmpeg MKV, WMV and MPEG; at most 500 MB; the present one stays without it',
    },
    upload: { bytes: MOST_VIDEO_FORM, tooLarge: videoTooLarge },
    optionalFiles: true,
    json: {
      schema: z.union([textLessonSchema, quizLessonSchema]),
      example: { title: 'Reading list', duration: '10 minutes', text: '# Reading list' },
    },
    responses: {
      200: success({
        message: z.literal(lessonSaved()),
        notice: z
          .string()
          .nullable()
          .meta({ description: 'A warning if some browsers cannot play the video', examples: [null] }),
      }),
    },
    failures: {
      403: NOT_ALLOWED,
      404: 'Lesson not found.',
      409: 'This lesson is not a text.',
      429: TOO_MANY,
      503: STORAGE_DOWN,
      507: NO_STORAGE,
    },
    async handle({ actor, params, request, upload, json }) {
      const { moduleId, lessonId } = params;
      const { type } = authoredLesson(actor, lessonId, moduleId);
      const target = { lessonId };
      if (!isJson(request.headers.get('Content-Type') ?? ''))
        return saveLesson(actor, target, await readLesson(actor, upload, target));
      const read = <Schema extends z.ZodType>(schema: Schema, fields: unknown) =>
        parseInput(schema, fields, missingLessonFields());
      if (type === 'quiz') replaceQuiz(actor, lessonId, read(quizLessonSchema, await json()));
      else await updateTextLesson(actor, lessonId, read(textLessonSchema, await json()));
      return undefined;
    },
    answer: (saved) => ({
      body: { success: true, message: lessonSaved(), notice: saved?.notice ?? null },
    }),
  })
  .patch({
    auth: 'bearer',
    scope: 'courses:write',
    namesErrorTwice: true,
    summary:
      'Move a lesson to a position, also in another module of its course, or make it a draft or publish it',
    body: lessonPlaceSchema,
    example: { moduleId: '01a1fd90-efbd-76a7-86eb-f5382c5ddfb9', position: 1, draft: false },
    responses: { 200: done(lessonSaved()) },
    failures: { 403: NOT_ALLOWED, 404: 'Lesson not found.', 409: 'A module has at most 200 lessons.' },
    act({ actor, params, input }) {
      authoredLesson(actor, params.lessonId, params.moduleId);
      const { draft, ...place } = input;
      if (place.moduleId !== undefined || place.position !== undefined) {
        placeLesson(actor, params.lessonId, place);
      }
      if (draft !== undefined) setLessonDraft(actor, params.lessonId, draft);
      return { body: { success: true, message: lessonSaved() } };
    },
  })
  .delete({
    auth: 'bearer',
    scope: 'courses:write',
    namesErrorTwice: true,
    summary: 'Delete a lesson with its video',
    responses: { 200: done(lessonDeleted()) },
    failures: { 403: NOT_ALLOWED, 404: 'Lesson not found.' },
    handle: async ({ actor, params }) => deleteLesson(actor, params.lessonId, params.moduleId),
    answer: () => ({ body: { success: true, message: lessonDeleted() } }),
  });
