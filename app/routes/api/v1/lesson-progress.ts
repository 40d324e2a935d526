import { progressSchema as inputSchema } from '#app/courses/progress/progress.schema.ts';
import { type Progress, reportProgress } from '#app/courses/progress/report-progress.server.ts';
import { resource } from './respond.ts';
import { progressSchema } from './schemas/learning.ts';
import { success } from './schemas/responses.ts';

export const api = resource();

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
  async handle({ actor, params, input, keep }) {
    const toAnswer = (progress: Progress) => ({ body: { success: true, progress } });
    const report = await input();
    return toAnswer(await reportProgress(actor, params.id, params.lessonId, report, false, keep(toAnswer)));
  },
});
