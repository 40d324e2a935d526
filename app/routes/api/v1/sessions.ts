import { proofSchema, sessionListSchema } from '#app/accounts/account.schema.server.ts';
import {
  endOtherSessions,
  endSession,
  endSessionsOf,
  listSessions,
} from '#app/accounts/account-sessions.server.ts';
import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { resource } from './respond.ts';
import { sessionObject } from './schemas/accounts.ts';
import { listOf, NEEDS_LOGIN, NOT_ALLOWED, told } from './schemas/responses.ts';

export const api = resource();

api('users/me/sessions')
  .get({
    auth: 'bearer',
    summary: 'The logins of the account, newest first, 50 a page',
    query: sessionListSchema,
    since: { list: 'sessions', at: 'createdAt', inOrder: true },
    responses: { 200: listOf('sessions', sessionObject) },
    failures: { 403: NEEDS_LOGIN },
    handle({ actor, query }) {
      const { entries, nextCursor } = listSessions(actor, query.cursor);
      return { body: { success: true, sessions: entries.map(sessionObject.serialize), nextCursor } };
    },
  })
  .delete({
    auth: 'bearer',
    summary: 'End all logins of the account except this one. Named API tokens stay',
    body: proofSchema,
    example: { password: 'blue-heron-over-fen' },
    responses: { 200: told('2 other sessions were ended.') },
    failures: { 403: NEEDS_LOGIN },
    handle: async ({ actor, input }) => endOtherSessions(actor, await input()),
    answer: (ended) => ({ body: { success: true, ...ended } }),
  });

api('users/me/sessions/:sessionId').delete({
  auth: 'bearer',
  summary: 'End a login or revoke an API token of the account',
  body: proofSchema,
  example: { password: 'blue-heron-over-fen' },
  responses: { 200: told('The session was ended.') },
  failures: { 403: NEEDS_LOGIN, 404: 'Not found.' },
  handle: async ({ actor, params, input }) => endSession(actor, { ...(await input()), ...params }),
  answer: (ended) => ({ body: { success: true, ...ended } }),
});

api('accounts/:userId/sessions').delete({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'End all sessions and API tokens of an account, for super admins',
  body: proofSchema,
  example: { password: 'lantern-orchard-71' },
  responses: { 200: told('2 sessions and tokens of Mara Osei ended.') },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'End your own sessions in your settings.' },
  handle: async ({ actor, params, input }) => endSessionsOf(actor, params.userId, await input()),
  answer: (ended) => ({ body: { success: true, ...ended } }),
});
