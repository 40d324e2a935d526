import { apiTokenListSchema, apiTokenSchema } from '#app/accounts/api-tokens/api-token.schema.server.ts';
import { createApiToken } from '#app/accounts/api-tokens/create-api-token.server.ts';
import { listApiTokens } from '#app/accounts/api-tokens/list-api-tokens.server.ts';
import { nextLink } from '#app/routes/api/v1/next-link.server.ts';
import { serializeApiToken } from '#app/routes/api/v1/serialize.server.ts';
import { api } from './respond.ts';
import { apiTokenAnswerSchema, newApiTokenSchema } from './schemas/accounts.ts';
import { listOf, NOT_ALLOWED, success } from './schemas/responses.ts';

const resource = api('tokens')
  .get({
    auth: 'bearer',
    summary: 'The API tokens of the account, newest first',
    query: apiTokenListSchema,
    since: { list: 'tokens', at: 'createdAt', inOrder: true },
    responses: { 200: listOf('tokens', apiTokenAnswerSchema) },
    headers: { Link: 'The next page, rel="next"; absent on the last page' },
    handle({ actor, query, request }) {
      const { tokens, nextCursor } = listApiTokens(actor, query);
      return {
        body: { success: true, tokens: tokens.map(serializeApiToken), nextCursor },
        headers: nextLink(request, nextCursor),
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
    responses: { 201: success({ token: newApiTokenSchema }) },
    failures: { 403: NOT_ALLOWED },
    async handle({ actor, input, keep }) {
      const toAnswer = ({ token, secret }: Awaited<ReturnType<typeof createApiToken>>) => ({
        status: 201,
        body: { success: true, token: { ...serializeApiToken(token), secret } },
      });
      return toAnswer(await createApiToken(actor, await input(), keep(toAnswer)));
    },
  });

export const loader = resource.loader;
export const action = resource.action;
