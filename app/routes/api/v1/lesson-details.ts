import { captionsOf } from '#app/courses/captions/captions-of.server.ts';
import { conversionForAuthor } from '#app/courses/conversions/conversions-of.server.ts';
import { openCourse } from '#app/courses/find-course.server.ts';
import { filesOfLesson } from '#app/courses/lessons/lesson-files.server.ts';
import { lessonText } from '#app/courses/lessons/lesson-text.server.ts';
import { courseSerializers } from '#app/routes/api/v1/serialize-course.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { t } from '#messages';
import { resource } from './respond.ts';
import { lessonDetailsSchema } from './schemas/learning.ts';
import { success } from './schemas/responses.ts';

export const api = resource();

api('courses/:id/lessons/:lessonId').get({
  auth: 'bearer',
  scope: 'courses:read',
  summary: 'A lesson with its text, captions and files. A closed lesson is without them',
  responses: { 200: success({ lesson: lessonDetailsSchema }) },
  failures: { 404: 'Lesson not found.' },
  handle({ actor, params }) {
    const course = openCourse(actor, params.id);
    const lesson = course.modules.flatMap(({ lessons }) => lessons).find(({ id }) => id === params.lessonId);
    if (!lesson) throw notFound(t('lessonForLearner.lessonNotFound'));
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
