import { serializeOwnVerification } from '#app/routes/api/v1/serialize.server.ts';
import { listOwnVerifications } from '#app/verification/list-verifications.server.ts';
import { verificationListSchema } from '#app/verification/verification.schema.ts';
import { resource } from './respond.ts';
import { listOf } from './schemas/responses.ts';
import { ownVerificationSchema } from './schemas/verifications.ts';

export const api = resource();

api('verifications').get({
  auth: 'bearer',
  scope: 'verifications:read',
  summary: 'The caller’s own verifications, newest first',
  query: verificationListSchema,
  since: { list: 'verifications', at: 'lookedUpAt', inOrder: true },
  responses: { 200: listOf('verifications', ownVerificationSchema) },
  handle({ actor, query }) {
    const { verifications, nextCursor } = listOwnVerifications(actor, query);
    return {
      body: { success: true, verifications: verifications.map(serializeOwnVerification), nextCursor },
    };
  },
});
