import { deleteLesson } from '#app/courses/delete-lesson.server.ts';
import { LESSON_DELETED } from '#app/courses/texts.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { api } from './respond.ts';
import { done, NOT_ALLOWED } from './schemas/responses.ts';

export const handle = { namesErrorTwice: true } satisfies RouteNeeds;

const resource = api('admin/course/module/:moduleId/lesson/:lessonId').delete({
  auth: 'bearer',
  scope: 'courses:write',
  namesErrorTwice: true,
  summary: 'Delete a lesson with its video',
  responses: { 200: done(LESSON_DELETED) },
  failures: { 403: NOT_ALLOWED, 404: 'Lesson not found.' },
  async handle({ actor, params }) {
    await deleteLesson(actor, params.lessonId, params.moduleId);
    return { body: { success: true, message: LESSON_DELETED } };
  },
});

export const loader = resource.loader;
export const action = resource.action;
