import { learnersSchema } from '#app/courses/learners/learners.schema.ts';
import { listLearners } from '#app/courses/learners/list-learners.server.ts';
import { nextLink } from '#app/routes/api/v1/next-link.server.ts';
import { resource } from './respond.ts';
import { learnerSchema } from './schemas/learning.ts';
import { listOf, NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());

api('courses/:id/learners').get({
  auth: 'bearer',
  scope: 'courses:read',
  summary: "Learners of one's course, the latest enrolment first. For its author and super admins",
  query: learnersSchema,
  since: { list: 'learners', at: 'enrolledAt', inOrder: true },
  headers: { Link: 'The next page (RFC 8288)' },
  responses: { 200: listOf('learners', learnerSchema) },
  failures: { 403: NOT_ALLOWED, 404: 'Course not found.' },
  handle({ actor, params, query, request }) {
    const { learners, nextCursor } = listLearners(actor, params.id, query);
    return {
      headers: nextLink(request, nextCursor),
      body: {
        success: true,
        learners: learners.map(({ user, enrolledAt, progress, lastActivity, completedAt, certificate }) => ({
          user: { _id: user.id, name: user.name, email: user.email },
          enrolledAt: instant(enrolledAt),
          progress,
          lastActivity: instant(lastActivity),
          completedAt: instant(completedAt),
          certificate,
        })),
        nextCursor,
      },
    };
  },
});
