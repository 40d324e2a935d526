import { completionSchema } from '#app/courses/completion/completion.schema.ts';
import { completionOf, setCompletion } from '#app/courses/completion/completion-settings.server.ts';
import { readCourse } from '#app/courses/find-course.server.ts';
import { resource } from './respond.ts';
import { completionSettingsSchema } from './schemas/learning.ts';
import { NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

const settings = success({ settings: completionSettingsSchema });

api('courses/:id/completion-settings')
  .get({
    auth: 'none',
    scope: 'courses:read',
    summary: 'What completes a course, and whether that leads to a certificate',
    responses: { 200: settings },
    failures: { 404: 'Course not found.' },
    handle: ({ actor, params }) => ({
      body: { success: true, settings: completionOf(readCourse(actor, params.id).id) },
    }),
  })
  .put({
    auth: 'bearer',
    scope: 'courses:write',
    summary: 'Set what completes a course. For its author and super admins',
    body: completionSchema,
    example: { rule: 'both', inOrder: true, certificate: 'at-once' },
    responses: { 200: settings },
    failures: { 403: NOT_ALLOWED, 404: 'Course not found.' },
    act({ actor, params, input }) {
      setCompletion(actor, params.id, input);
      return { body: { success: true, settings: completionOf(params.id) } };
    },
  });
