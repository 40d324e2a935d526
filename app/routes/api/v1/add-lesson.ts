import { z } from 'zod';
import { newLessonSchema } from '#app/courses/course.schema.ts';
import type { Lesson } from '#app/courses/course.server.ts';
import { authoredModule } from '#app/courses/find-course.server.ts';
import { addTextLesson } from '#app/courses/lessons/add-text-lesson.server.ts';
import { newLessonJsonSchema } from '#app/courses/new-lesson.schema.ts';
import { addQuizLesson } from '#app/courses/quizzes/add-quiz-lesson.server.ts';
import { missingLessonFields } from '#app/courses/texts.ts';
import { MOST_VIDEO_FORM, videoTooLarge } from '#app/files/media/texts.ts';
import { courseSerializers } from '#app/routes/api/v1/serialize-course.server.ts';
import { addReadLesson, readLesson } from '#app/routes/courses/uploads.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { isJson } from './read-json.ts';
import { resource } from './respond.ts';
import { lessonSchema } from './schemas/courses.ts';
import { NO_STORAGE, NOT_ALLOWED, STORAGE_DOWN, TOO_MANY } from './schemas/responses.ts';

export const api = resource();

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
  files: { videoFile: 'MP4, MOV, AVI or WebM, at most 500 MB' },
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
  responses: { 201: lessonSchema },
  failures: {
    403: NOT_ALLOWED,
    404: 'Module not found.',
    409: 'A module has at most 200 lessons.',
    429: TOO_MANY,
    503: STORAGE_DOWN,
    507: NO_STORAGE,
  },
  async handle({ actor, params, request, upload, json, keep }) {
    const { lesson: serialize } = courseSerializers(actor);
    const toAnswer = (lesson: Lesson) => ({ status: 201, body: serialize(lesson) });
    if (!isJson(request.headers.get('Content-Type') ?? '')) {
      return toAnswer(await addReadLesson(actor, await readLesson(actor, upload, params), keep(toAnswer)));
    }
    authoredModule(actor, params.moduleId);
    const { courseId, ...input } = parseInput(newLessonJsonSchema, await json(), missingLessonFields());
    const lesson =
      input.type === 'text'
        ? await addTextLesson(actor, params.moduleId, input, courseId, keep(toAnswer))
        : addQuizLesson(actor, params.moduleId, input, courseId, keep(toAnswer));
    return toAnswer(lesson);
  },
});
