import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { decideName, decideNameSchema } from '#app/accounts/decide-name.server.ts';
import { resource } from './respond.ts';
import { NOT_ALLOWED, told } from './schemas/responses.ts';

export const api = resource();

api('issuers/name-changes/:nameChangeId/decision').post({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'Approve or refuse the name that an issuer requested, for super admins',
  body: decideNameSchema.omit({ nameChangeId: true }),
  example: { decision: 'approve' },
  responses: { 200: told('Aurora Institute is now called Aurora Academy.') },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This request was already decided.' },
  act: ({ actor, params, input }) => ({
    body: { success: true, ...decideName(actor, { ...params, ...input }) },
  }),
});
