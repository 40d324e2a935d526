import { endOtherSessions } from '#app/accounts/end-sessions.server.ts';
import { listSessions } from '#app/accounts/list-sessions.server.ts';
import { proofSchema, sessionListSchema } from '#app/accounts/settings.schema.ts';
import { serializeSession } from '#app/routes/api/v1/serialize-accounts.server.ts';
import { resource } from './respond.ts';
import { listOf, NEEDS_LOGIN, told } from './schemas/responses.ts';
import { loginAnswerSchema } from './schemas/settings.ts';

export const api = resource();

api('users/me/sessions')
  .get({
    auth: 'bearer',
    summary: 'The logins of the account, newest first, 50 a page',
    query: sessionListSchema,
    since: { list: 'sessions', at: 'createdAt', inOrder: true },
    responses: { 200: listOf('sessions', loginAnswerSchema) },
    failures: { 403: NEEDS_LOGIN },
    handle({ actor, query }) {
      const { entries, nextCursor } = listSessions(actor, query.cursor);
      return { body: { success: true, sessions: entries.map(serializeSession), nextCursor } };
    },
  })
  .delete({
    auth: 'bearer',
    summary: 'End all logins of the account except this one. Named API tokens stay',
    body: proofSchema,
    example: { password: 'blue-heron-over-fen' },
    responses: { 200: told('2 other sessions were ended.') },
    failures: { 403: NEEDS_LOGIN },
    async handle({ actor, input, keep }) {
      const toAnswer = (ended: { message: string }) => ({ body: { success: true, ...ended } });
      return toAnswer(await endOtherSessions(actor, await input(), keep(toAnswer)));
    },
  });
