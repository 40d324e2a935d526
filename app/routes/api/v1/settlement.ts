import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { settleSchema, settleStatement } from '#app/payments/credit/settle-statement.server.ts';
import { resource } from './respond.ts';
import { NOT_ALLOWED, told } from './schemas/responses.ts';

export const api = resource();

api('credit/:userId/settlement').post({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'Mark a statement of an account as paid, which frees its credit, for super admins',
  body: settleSchema,
  example: { statement: '01a1fd90-efbd-76a7-86eb-f5382c5ddfb9' },
  responses: { 201: told('Statement S-000003 was marked as paid.') },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'Statement S-000003 is already marked as paid.' },
  act: ({ actor, params, input }) => ({
    status: 201,
    body: { success: true, ...settleStatement(actor, params.userId, input) },
  }),
});
