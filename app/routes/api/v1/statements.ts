import { ledgerQuerySchema } from '#app/payments/credit/credit.schema.ts';
import { listOwnStatements, statementEntries, statementOf } from '#app/payments/credit/statements.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { resource } from './respond.ts';
import { statementEntryObject, statementObject, wholeStatementObject } from './schemas/billing.ts';
import { listOf } from './schemas/responses.ts';

export const api = resource();

api('statements').get({
  auth: 'bearer',
  scope: 'payments:read',
  summary: 'The monthly statements of the account, newest first, 50 a page',
  query: listQuerySchema,
  since: { list: 'statements', at: 'issuedAt', inOrder: true },
  responses: { 200: listOf('statements', statementObject) },
  handle({ actor, query }) {
    const { statements, nextCursor } = listOwnStatements(actor, query);
    return { body: { success: true, statements: statements.map(statementObject.serialize), nextCursor } };
  },
});

api('statements/:statementId').get({
  auth: 'bearer',
  scope: 'payments:read',
  summary: 'A statement with its entries, oldest first, 50 a page, for its account and super admins',
  query: ledgerQuerySchema,
  since: { list: 'entries', at: 'at', inOrder: false },
  responses: { 200: listOf('entries', statementEntryObject, { statement: wholeStatementObject }) },
  failures: { 404: 'Not found.' },
  handle({ actor, params, query }) {
    const statement = statementOf(actor, params.statementId);
    const { items, nextCursor } = statementEntries(statement, query.cursor);
    return {
      body: {
        success: true,
        statement: wholeStatementObject.serialize(statement),
        entries: items.map(statementEntryObject.serialize),
        nextCursor,
      },
    };
  },
});
