import { proofSchema } from '#app/accounts/account.schema.server.ts';
import { apiTokenListSchema, apiTokenSchema } from '#app/accounts/api-tokens/api-token.schema.server.ts';
import { listApiTokens, revokeApiToken, tokenRevoked } from '#app/accounts/api-tokens/api-token.server.ts';
import {
  createApiToken,
  listMembersTokens,
  revokeMembersToken,
} from '#app/accounts/api-tokens/create-api-token.server.ts';
import { resource } from './respond.ts';
import { newTokenObject, tokenObject } from './schemas/accounts.ts';
import { memberTokenObject } from './schemas/organisations.ts';
import { done, listOf, NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

api('tokens')
  .get({
    auth: 'bearer',
    summary: 'The API tokens of the account, newest first',
    query: apiTokenListSchema,
    since: { list: 'tokens', at: 'createdAt', inOrder: true },
    responses: { 200: listOf('tokens', tokenObject) },
    headers: { Link: 'The next page, rel="next"; absent on the last page' },
    handle({ actor, query }) {
      const { tokens, nextCursor } = listApiTokens(actor, query);
      return {
        body: { success: true, tokens: tokens.map(tokenObject.serialize), nextCursor },
      };
    },
  })
  .post({
    auth: 'bearer',
    summary:
      'Make an API token, whose secret is shown once, with a login. It is mailed to the owner of the account',
    body: apiTokenSchema,
    example: { name: 'Campus system', scopes: ['certificates:issue', 'certificates:read'] },
    secrets: ['secret'],
    responses: { 201: success({ token: newTokenObject }) },
    failures: { 403: NOT_ALLOWED },
    handle: async ({ actor, input }) => createApiToken(actor, await input()),
    answer: ({ token, secret }) => ({
      status: 201,
      body: { success: true, token: newTokenObject.serialize({ ...token, secret }) },
    }),
  });

api('tokens/:tokenId').delete({
  auth: 'bearer',
  scope: 'any',
  summary: 'Revoke an API token. A token revokes itself alone',
  body: proofSchema,
  example: { password: 'blue-heron-over-fen' },
  responses: { 200: done(tokenRevoked()) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
  handle: async ({ actor, params, input }) => revokeApiToken(actor, params.tokenId, await input()),
  answer: () => ({ body: { success: true, message: tokenRevoked() } }),
});

api('members/tokens').get({
  auth: 'bearer',
  summary: 'The API tokens of all members that act for the organisation, newest first, for its owner',
  query: apiTokenListSchema,
  since: { list: 'tokens', at: 'createdAt', inOrder: true },
  responses: { 200: listOf('tokens', memberTokenObject) },
  failures: { 403: NOT_ALLOWED },
  headers: { Link: 'The next page, rel="next"; absent on the last page' },
  handle({ actor, query }) {
    const { tokens, nextCursor } = listMembersTokens(actor, query);
    return { body: { success: true, tokens: tokens.map(memberTokenObject.serialize), nextCursor } };
  },
});

api('members/tokens/:tokenId').delete({
  auth: 'bearer',
  summary: 'Revoke an API token of a member, for the owner of the organisation',
  body: proofSchema,
  example: { password: 'blue-heron-over-fen' },
  responses: { 200: done(tokenRevoked()) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
  async handle({ actor, params, input }) {
    const { password } = await input();
    await revokeMembersToken(actor, params.tokenId, password);
  },
  answer: () => ({ body: { success: true, message: tokenRevoked() } }),
});
