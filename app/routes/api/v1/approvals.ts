import { z } from 'zod';
import { approvalSchema, approveCertificates } from '#app/courses/completion/approve-certificates.server.ts';
import { learnersSchema } from '#app/courses/learners/learners.schema.ts';
import { listLearners } from '#app/courses/learners/list-learners.server.ts';
import { nextLink } from '#app/routes/api/v1/next-link.server.ts';
import { resource } from './respond.ts';
import { approvalSchema as toApproveSchema } from './schemas/learning.ts';
import { listOf, NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

api('courses/:id/approvals')
  .get({
    auth: 'bearer',
    scope: 'courses:read',
    summary: "Completions of one's course whose certificate waits for approval, newest first",
    query: learnersSchema.omit({ state: true }),
    since: { list: 'completions', at: 'completedAt', inOrder: false },
    headers: { Link: 'The next page (RFC 8288)' },
    responses: { 200: listOf('completions', toApproveSchema) },
    failures: { 403: NOT_ALLOWED, 404: 'Course not found.' },
    handle({ actor, params, query, request }) {
      const { learners, nextCursor } = listLearners(actor, params.id, { ...query, state: 'approval' });
      return {
        headers: nextLink(request, nextCursor),
        body: {
          success: true,
          completions: learners.map(({ user, completionId, completedAt, confirmedName }) => ({
            _id: completionId,
            user: { _id: user.id, name: user.name, email: user.email },
            name: confirmedName,
            completedAt: completedAt === null ? null : new Date(completedAt).toISOString(),
          })),
          nextCursor,
        },
      };
    },
  })
  .post({
    auth: 'bearer',
    scope: 'certificates:issue',
    summary: 'Approve certificates that wait for approval, up to 100 at a time. For the issuer of the course',
    body: approvalSchema,
    example: { completionIds: ['01a1fd90-efbd-76a7-86eb-f5382c5ddfb9'] },
    responses: {
      200: success({
        approved: z
          .int()
          .min(0)
          .meta({ description: 'How many are approved now', examples: [1] }),
      }),
    },
    failures: { 403: NOT_ALLOWED, 404: 'Course not found.' },
    async handle({ actor, params, input, keep }) {
      const toAnswer = (approved: number) => ({ body: { success: true, approved } });
      return toAnswer(await approveCertificates(actor, params.id, await input(), keep(toAnswer)));
    },
  });
