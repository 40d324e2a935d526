import { captionsOf } from '#app/courses/captions/captions-of.server.ts';
import { conversionForAuthor } from '#app/courses/conversions/conversion-state.server.ts';
import { lessonSearchSchema } from '#app/courses/course.schema.ts';
import { openCourse, readCourse } from '#app/courses/find-course.server.ts';
import { filesOfLesson } from '#app/courses/lessons/lesson-files.server.ts';
import { searchLessons } from '#app/courses/lessons/search-lessons.server.ts';
import { lessonText } from '#app/courses/lessons/text-lessons.server.ts';
import { progressSchema as inputSchema } from '#app/courses/progress/progress.schema.ts';
import { reportProgress } from '#app/courses/progress/report-progress.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { t } from '#messages';
import { resource } from './respond.ts';
import { courseSerializers } from './schemas/courses.ts';
import { foundLessonsSchema, lessonDetailsSchema, progressSchema } from './schemas/learning.ts';
import { success } from './schemas/responses.ts';

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
