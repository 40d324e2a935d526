import { revokeMembersToken } from '#app/accounts/api-tokens/members-tokens.server.ts';
import { tokenRevoked } from '#app/accounts/api-tokens/revoke-api-token.server.ts';
import { proofSchema } from '#app/accounts/settings.schema.ts';
import { api } from './respond.ts';
import { done, NOT_ALLOWED } from './schemas/responses.ts';

const resource = api('members/tokens/:tokenId').delete({
  auth: 'bearer',
  summary: 'Revoke an API token of a member, for the owner of the organisation',
  body: proofSchema,
  example: { password: 'blue-heron-over-fen' },
  responses: { 200: done(tokenRevoked()) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
  async handle({ actor, params, input, keep }) {
    const { password } = await input();
    const answer = { body: { success: true, message: tokenRevoked() } };
    await revokeMembersToken(
      actor,
      params.tokenId,
      password,
      keep(() => answer),
    );
    return answer;
  },
});

export const loader = resource.loader;
export const action = resource.action;
