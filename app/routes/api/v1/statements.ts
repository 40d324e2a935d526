import { listOwnStatements } from '#app/payments/credit/statements.server.ts';
import { serializeStatement } from '#app/routes/api/v1/serialize-payments.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { resource } from './respond.ts';
import { statementSchema } from './schemas/billing.ts';
import { listOf } from './schemas/responses.ts';

export const api = resource();

api('statements').get({
  auth: 'bearer',
  scope: 'payments:read',
  summary: 'The monthly statements of the account, newest first, 50 a page',
  query: listQuerySchema,
  since: { list: 'statements', at: 'issuedAt', inOrder: true },
  responses: { 200: listOf('statements', statementSchema) },
  handle({ actor, query }) {
    const { statements, nextCursor } = listOwnStatements(actor, query);
    return { body: { success: true, statements: statements.map(serializeStatement), nextCursor } };
  },
});
