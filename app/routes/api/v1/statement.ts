import { ledgerQuerySchema } from '#app/payments/credit/credit.schema.ts';
import { statementEntries, statementOf } from '#app/payments/credit/statements.server.ts';
import {
  serializeStatementEntry,
  serializeWholeStatement,
} from '#app/routes/api/v1/serialize-payments.server.ts';
import { resource } from './respond.ts';
import { statementEntrySchema, wholeStatementSchema } from './schemas/billing.ts';
import { listOf } from './schemas/responses.ts';

export const api = resource();

api('statements/:statementId').get({
  auth: 'bearer',
  scope: 'payments:read',
  summary: 'A statement with its entries, oldest first, 50 a page, for its account and super admins',
  query: ledgerQuerySchema,
  since: { list: 'entries', at: 'at', inOrder: false },
  responses: { 200: listOf('entries', statementEntrySchema).extend({ statement: wholeStatementSchema }) },
  failures: { 404: 'Not found.' },
  handle({ actor, params, query }) {
    const statement = statementOf(actor, params.statementId);
    const { items, nextCursor } = statementEntries(statement, query.cursor);
    return {
      body: {
        success: true,
        statement: serializeWholeStatement(statement),
        entries: items.map(serializeStatementEntry),
        nextCursor,
      },
    };
  },
});
