import { endSession } from '#app/accounts/end-sessions.server.ts';
import { proofSchema } from '#app/accounts/settings.schema.ts';
import { resource } from './respond.ts';
import { NEEDS_LOGIN, told } from './schemas/responses.ts';

export const api = resource();

api('users/me/sessions/:sessionId').delete({
  auth: 'bearer',
  summary: 'End a login or revoke an API token of the account',
  body: proofSchema,
  example: { password: 'blue-heron-over-fen' },
  responses: { 200: told('The session was ended.') },
  failures: { 403: NEEDS_LOGIN, 404: 'Not found.' },
  async handle({ actor, params, input, keep }) {
    const toAnswer = (ended: { message: string }) => ({ body: { success: true, ...ended } });
    return toAnswer(await endSession(actor, { ...(await input()), ...params }, keep(toAnswer)));
  },
});
