import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { listAccounts, listAccountsSchema } from '#app/accounts/list-accounts.server.ts';
import { requestReset, resetOpen } from '#app/accounts/second-factor/resets.server.ts';
import { resetSchema } from '#app/accounts/second-factor/second-factor.schema.ts';
import { resource } from './respond.ts';
import { accountObject } from './schemas/office.ts';
import { listOf, NOT_ALLOWED, TOO_MANY, told } from './schemas/responses.ts';

export const api = resource();

api('accounts').get({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'All accounts of verifiers and learners, for super admins, newest first, 50 a page',
  query: listAccountsSchema,
  since: { list: 'accounts', at: 'createdAt', inOrder: true },
  responses: { 200: listOf('accounts', accountObject) },
  failures: { 403: NOT_ALLOWED },
  handle({ actor, query }) {
    const { accounts, nextCursor } = listAccounts(actor, query);
    return { body: { success: true, accounts: accounts.map(accountObject.serialize), nextCursor } };
  },
});

api('accounts/:userId/second-factor-reset').post({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary:
    'Remove the second factor of an account that lost it, for super admins with one of their own. It takes effect after 24 hours, unless the owner objects by the mailed link',
  body: resetSchema,
  example: { reason: 'The phone was stolen, the identity card was checked', code: '492039' },
  responses: {
    201: told('The second factor of Mara Osei goes in 24 hours, unless its owner objects.'),
  },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: resetOpen(), 429: TOO_MANY },
  act: ({ actor, params, input }) => ({
    status: 201,
    body: { success: true, ...requestReset(actor, params.userId, input) },
  }),
});
