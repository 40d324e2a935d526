import { newLessonSchema } from '#app/courses/course.schema.ts';
import { courseShapes } from '#app/routes/api/v1/course-shapes.server.ts';
import { receiveLesson } from '#app/routes/courses/uploads.server.ts';
import { api } from './respond.ts';

const resource = api({
  POST: {
    auth: 'bearer',
    namesErrorTwice: true,
    summary: 'Add a lesson: multipart with title, duration, type=video, courseId and videoFile',
    body: newLessonSchema,
    async handle({ actor, params, request }) {
      const { lesson } = await receiveLesson(actor, request, params.moduleId ?? '');
      return { status: 201, body: courseShapes(actor).lesson(lesson) };
    },
  },
});

export const loader = resource.loader;
export const action = resource.action;
