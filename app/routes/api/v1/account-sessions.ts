import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { endSessionsOf } from '#app/accounts/end-sessions-of.server.ts';
import { proofSchema } from '#app/accounts/settings.schema.ts';
import { resource } from './respond.ts';
import { NOT_ALLOWED, told } from './schemas/responses.ts';

export const api = resource();

api('accounts/:userId/sessions').delete({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'End all sessions and API tokens of an account, for super admins',
  body: proofSchema,
  example: { password: 'lantern-orchard-71' },
  responses: { 200: told('2 sessions and tokens of Mara Osei ended.') },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'End your own sessions in your settings.' },
  async handle({ actor, params, input, keep }) {
    const toAnswer = (ended: { message: string }) => ({ body: { success: true, ...ended } });
    return toAnswer(await endSessionsOf(actor, params.userId, await input(), keep(toAnswer)));
  },
});
