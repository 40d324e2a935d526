import { z } from 'zod';
import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { statementsOf } from '#app/payments/credit/statements.server.ts';
import { serializeStatement } from '#app/routes/api/v1/serialize-payments.server.ts';
import { resource } from './respond.ts';
import { statementSchema } from './schemas/billing.ts';
import { NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

api('credit/:userId/statements').get({
  auth: 'bearer',
  scope: 'payments:read',
  admits: requireSuperAdmin,
  summary: 'The latest 120 statements of an account, for super admins',
  responses: { 200: success({ statements: z.array(statementSchema) }) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
  handle: ({ actor, params }) => ({
    body: { success: true, statements: statementsOf(actor, params.userId).map(serializeStatement) },
  }),
});
