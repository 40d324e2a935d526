import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { changeLimit, endCredit } from '#app/payments/credit/agreement.server.ts';
import { ledgerQuerySchema, limitSchema } from '#app/payments/credit/credit.schema.ts';
import { creditDetails } from '#app/payments/credit/list-credit.server.ts';
import { serializeCredit, serializeLedgerLine } from '#app/routes/api/v1/serialize-payments.server.ts';
import { resource } from './respond.ts';
import { creditAccountSchema, ledgerLineSchema } from './schemas/billing.ts';
import { done, listOf, NOT_ALLOWED, told } from './schemas/responses.ts';

export const api = resource();

const ENDED = 'This agreement has already ended.';

api('credit/:userId')
  .get({
    auth: 'bearer',
    scope: 'payments:read',
    admits: requireSuperAdmin,
    summary: 'The credit of an account and its ledger, for super admins, newest first, 50 a page',
    query: ledgerQuerySchema,
    since: { list: 'ledger', at: 'at', inOrder: true },
    responses: { 200: listOf('ledger', ledgerLineSchema).extend({ credit: creditAccountSchema }) },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
    handle({ actor, params, query }) {
      const { credit, ledger, nextCursor } = creditDetails(actor, params.userId, query);
      return {
        body: {
          success: true,
          credit: serializeCredit(credit),
          ledger: ledger.map(serializeLedgerLine),
          nextCursor,
        },
      };
    },
  })
  .patch({
    auth: 'bearer',
    admits: requireSuperAdmin,
    summary: 'Change the credit limit of an account, for super admins',
    body: limitSchema,
    example: { limit: '8000' },
    responses: { 200: told('The credit limit is now $8,000.00.') },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: ENDED },
    act: ({ actor, params, input }) => ({
      body: { success: true, ...changeLimit(actor, params.userId, input) },
    }),
  })
  .delete({
    auth: 'bearer',
    admits: requireSuperAdmin,
    summary: 'End the agreement of an account, for super admins. Its debt remains',
    responses: { 200: done('The agreement has ended.') },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: ENDED },
    handle: ({ actor, params }) => ({ body: { success: true, ...endCredit(actor, params.userId) } }),
  });
