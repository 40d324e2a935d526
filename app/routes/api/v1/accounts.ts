import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { listAccounts, listAccountsSchema } from '#app/accounts/list-accounts.server.ts';
import { serializeAccount } from '#app/routes/api/v1/serialize-accounts.server.ts';
import { resource } from './respond.ts';
import { accountSchema } from './schemas/office.ts';
import { listOf, NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('accounts').get({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'All accounts of verifiers and learners, for super admins, newest first, 50 a page',
  query: listAccountsSchema,
  since: { list: 'accounts', at: 'createdAt', inOrder: true },
  responses: { 200: listOf('accounts', accountSchema) },
  failures: { 403: NOT_ALLOWED },
  handle({ actor, query }) {
    const { accounts, nextCursor } = listAccounts(actor, query);
    return { body: { success: true, accounts: accounts.map(serializeAccount), nextCursor } };
  },
});
