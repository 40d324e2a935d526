import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { renewCredit } from '#app/payments/credit/agreement.server.ts';
import { limitSchema } from '#app/payments/credit/credit.schema.ts';
import { resource } from './respond.ts';
import { NOT_ALLOWED, told } from './schemas/responses.ts';

export const api = resource();

api('credit/:userId/renewal').post({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'Renew an agreement that has ended, for super admins',
  body: limitSchema,
  example: { limit: '5000' },
  responses: { 201: told('The agreement was renewed with a credit limit of $5,000.00.') },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This agreement is already in force.' },
  act: ({ actor, params, input }) => ({
    status: 201,
    body: { success: true, ...renewCredit(actor, params.userId, input) },
  }),
});
