import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { listIssuers, listIssuersSchema } from '#app/accounts/list-issuers.server.ts';
import { serializeIssuer } from '#app/routes/api/v1/serialize-accounts.server.ts';
import { resource } from './respond.ts';
import { issuerSchema } from './schemas/office.ts';
import { listOf, NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('issuers').get({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'All issuers, for super admins, newest first, 50 a page',
  query: listIssuersSchema,
  since: { list: 'issuers', at: 'createdAt', inOrder: true },
  responses: { 200: listOf('issuers', issuerSchema) },
  failures: { 403: NOT_ALLOWED },
  handle({ actor, query }) {
    const { issuers, nextCursor } = listIssuers(actor, query);
    return { body: { success: true, issuers: issuers.map(serializeIssuer), nextCursor } };
  },
});
