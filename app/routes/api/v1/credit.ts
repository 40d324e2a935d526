import { z } from 'zod';
import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { grantCredit } from '#app/payments/credit/agreement.server.ts';
import { creditListSchema, grantSchema } from '#app/payments/credit/credit.schema.ts';
import { listCredit } from '#app/payments/credit/list-credit.server.ts';
import { serializeCredit } from '#app/routes/api/v1/serialize-payments.server.ts';
import { resource } from './respond.ts';
import { creditAccountSchema } from './schemas/billing.ts';
import { id } from './schemas/fields.ts';
import { listOf, NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

api('credit')
  .get({
    auth: 'bearer',
    scope: 'payments:read',
    admits: requireSuperAdmin,
    summary: 'Accounts with credit, for super admins, newest first, 50 a page',
    query: creditListSchema,
    since: { list: 'accounts', at: 'setAt', inOrder: false },
    responses: { 200: listOf('accounts', creditAccountSchema) },
    failures: { 403: NOT_ALLOWED },
    handle({ actor, query }) {
      const { accounts, nextCursor } = listCredit(actor, query);
      return { body: { success: true, accounts: accounts.map(serializeCredit), nextCursor } };
    },
  })
  .post({
    auth: 'bearer',
    admits: requireSuperAdmin,
    summary: 'Grant credit to a verifier, named by email address or username, for super admins',
    body: grantSchema,
    example: { account: 'mara@osei.example', limit: '5000' },
    responses: {
      201: success({
        userId: id,
        message: z.string().meta({ examples: ['Mara Osei may owe up to $5,000.00.'] }),
      }),
    },
    failures: { 403: NOT_ALLOWED },
    act: ({ actor, input }) => ({
      status: 201,
      body: { success: true, ...grantCredit(actor, input) },
    }),
  });
