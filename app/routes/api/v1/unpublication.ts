import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { courseReasonSchema } from '#app/courses/course.schema.ts';
import { courseRepublished, courseUnpublished } from '#app/courses/texts.ts';
import {
  publishedAlready,
  republishCourse,
  stillRefunded,
  unpublishCourse,
  unpublishedAlready,
} from '#app/courses/unpublish-course.server.ts';
import { resource } from './respond.ts';
import { done, NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('admin/course/:id/unpublication')
  .post({
    auth: 'bearer',
    scope: 'courses:write',
    admits: requireSuperAdmin,
    summary:
      'Take a course out of the catalogue, for super admins. The reason is mailed to its author. Buyers keep the course, or every purchase is refunded',
    body: courseReasonSchema,
    example: { reason: 'The videos of the second module belong to another school' },
    responses: { 201: done(courseUnpublished()) },
    failures: { 403: NOT_ALLOWED, 404: 'Course not found.', 409: unpublishedAlready() },
    async handle({ actor, params, input, keep }) {
      const answer = { status: 201, body: { success: true, message: courseUnpublished() } };
      await unpublishCourse(
        actor,
        params.id,
        await input(),
        keep(() => answer),
      );
      return answer;
    },
  })
  .delete({
    auth: 'bearer',
    scope: 'courses:write',
    summary: 'Put a course back into the catalogue, for super admins',
    responses: { 200: done(courseRepublished()) },
    failures: {
      403: NOT_ALLOWED,
      404: 'Course not found.',
      409: `${publishedAlready()} Or: ${stillRefunded()}`,
    },
    handle({ actor, params }) {
      republishCourse(actor, params.id);
      return { body: { success: true, message: courseRepublished() } };
    },
  });
