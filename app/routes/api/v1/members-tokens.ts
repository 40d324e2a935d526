import { apiTokenListSchema } from '#app/accounts/api-tokens/api-token.schema.server.ts';
import { listMembersTokens } from '#app/accounts/api-tokens/members-tokens.server.ts';
import { nextLink } from '#app/routes/api/v1/next-link.server.ts';
import { serializeApiToken } from '#app/routes/api/v1/serialize.server.ts';
import { api } from './respond.ts';
import { memberTokenSchema } from './schemas/organisations.ts';
import { listOf, NOT_ALLOWED } from './schemas/responses.ts';

const resource = api('members/tokens').get({
  auth: 'bearer',
  summary: 'The API tokens of all members that act for the organisation, newest first, for its owner',
  query: apiTokenListSchema,
  since: { list: 'tokens', at: 'createdAt', inOrder: true },
  responses: { 200: listOf('tokens', memberTokenSchema) },
  failures: { 403: NOT_ALLOWED },
  headers: { Link: 'The next page, rel="next"; absent on the last page' },
  handle({ actor, query, request }) {
    const { tokens, nextCursor } = listMembersTokens(actor, query);
    const body = tokens.map(({ member: { id, name }, ...token }) => ({
      ...serializeApiToken(token),
      member: { _id: id, name },
    }));
    return { body: { success: true, tokens: body, nextCursor }, headers: nextLink(request, nextCursor) };
  },
});

export const loader = resource.loader;
export const action = resource.action;
