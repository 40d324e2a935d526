import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { requestReset, resetOpen } from '#app/accounts/second-factor/request-reset.server.ts';
import { resetSchema } from '#app/accounts/second-factor/reset.schema.ts';
import { resource } from './respond.ts';
import { NOT_ALLOWED, TOO_MANY, told } from './schemas/responses.ts';

export const api = resource();

api('accounts/:userId/second-factor-reset').post({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary:
    'Remove the second factor of an account that lost it, for super admins with one of their own. It takes effect after 24 hours, unless the owner objects by the mailed link',
  body: resetSchema,
  example: { reason: 'The phone was stolen, the identity card was checked', code: '492039' },
  responses: {
    201: told('The second factor of Mara Osei goes in 24 hours, unless its owner objects.'),
  },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: resetOpen(), 429: TOO_MANY },
  act: ({ actor, params, input }) => ({
    status: 201,
    body: { success: true, ...requestReset(actor, params.userId, input) },
  }),
});
