import { listCompletions } from '#app/courses/completion/my-completion.server.ts';
import { nextLink } from '#app/routes/api/v1/next-link.server.ts';
import { serializeCompletion } from '#app/routes/api/v1/serialize-completion.server.ts';
import { listQuerySchema, pageSizeSchema } from '#app/shared/list-query.ts';
import { resource } from './respond.ts';
import { completionSchema } from './schemas/learning.ts';
import { listOf } from './schemas/responses.ts';

export const api = resource();

api('completions').get({
  auth: 'bearer',
  summary: 'Courses that you have completed, newest first',
  query: listQuerySchema.pick({ cursor: true }).extend({ limit: pageSizeSchema }),
  since: { list: 'completions', at: 'completedAt', inOrder: true },
  headers: { Link: 'The next page (RFC 8288)' },
  responses: { 200: listOf('completions', completionSchema) },
  handle({ actor, query, request }) {
    const { completions, nextCursor } = listCompletions(actor, query);
    return {
      headers: nextLink(request, nextCursor),
      body: { success: true, completions: completions.map(serializeCompletion), nextCursor },
    };
  },
});
