import { publishDraft } from '#app/courses/drafts.server.ts';
import { requireAuthor } from '#app/courses/find-course.server.ts';
import { coursePublished } from '#app/courses/texts.ts';
import { resource } from './respond.ts';
import { done, NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('admin/course/:id/publication').post({
  auth: 'bearer',
  scope: 'courses:write',
  admits: requireAuthor,
  summary: 'Publish a course that is a draft',
  responses: { 200: done(coursePublished()) },
  failures: { 403: NOT_ALLOWED, 404: 'Course not found.' },
  handle({ actor, params }) {
    publishDraft(actor, params.id);
    return { body: { success: true, message: coursePublished() } };
  },
});
