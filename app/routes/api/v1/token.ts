import { revokeApiToken, tokenRevoked } from '#app/accounts/api-tokens/revoke-api-token.server.ts';
import { proofSchema } from '#app/accounts/settings.schema.ts';
import { api } from './respond.ts';
import { done, NOT_ALLOWED } from './schemas/responses.ts';

const resource = api('tokens/:tokenId').delete({
  auth: 'bearer',
  scope: 'any',
  summary: 'Revoke an API token. A token revokes itself alone',
  body: proofSchema,
  example: { password: 'blue-heron-over-fen' },
  responses: { 200: done(tokenRevoked()) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
  async handle({ actor, params, input, keep }) {
    const answer = { body: { success: true, message: tokenRevoked() } };
    await revokeApiToken(
      actor,
      params.tokenId,
      await input(),
      keep(() => answer),
    );
    return answer;
  },
});

export const loader = resource.loader;
export const action = resource.action;
