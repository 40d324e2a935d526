import { z } from 'zod';
import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { changeLimit, endCredit, grantCredit, renewCredit } from '#app/payments/credit/agreement.server.ts';
import { settleSchema, settleStatement } from '#app/payments/credit/issue-statements.server.ts';
import {
  creditDetails,
  creditListSchema,
  grantSchema,
  ledgerQuerySchema,
  limitSchema,
  listCredit,
  ownCredit,
} from '#app/payments/credit/list-credit.server.ts';
import { statementsOf } from '#app/payments/credit/statements.server.ts';
import { id } from './object.ts';
import { resource } from './respond.ts';
import { creditObject, ledgerLineObject, statementObject } from './schemas/payments.ts';
import { done, listOf, NOT_ALLOWED, success, told } from './schemas/responses.ts';

export const api = resource();

api('credit')
  .get({
    auth: 'bearer',
    scope: 'payments:read',
    admits: requireSuperAdmin,
    summary: 'Accounts with credit, for super admins, newest first, 50 a page',
    query: creditListSchema,
    since: { list: 'accounts', at: 'setAt', inOrder: false },
    responses: { 200: listOf('accounts', creditObject) },
    failures: { 403: NOT_ALLOWED },
    handle({ actor, query }) {
      const { accounts, nextCursor } = listCredit(actor, query);
      return { body: { success: true, accounts: accounts.map(creditObject.serialize), nextCursor } };
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

api('credit/mine').get({
  auth: 'bearer',
  scope: 'payments:read',
  summary: 'The credit of the account; null without an agreement',
  responses: { 200: success({ credit: creditObject.nullable() }) },
  handle({ actor }) {
    const credit = ownCredit(actor);
    return { body: { success: true, credit: credit && creditObject.serialize(credit) } };
  },
});

const ENDED = 'This agreement has already ended.';

api('credit/:userId')
  .get({
    auth: 'bearer',
    scope: 'payments:read',
    admits: requireSuperAdmin,
    summary: 'The credit of an account and its ledger, for super admins, newest first, 50 a page',
    query: ledgerQuerySchema,
    since: { list: 'ledger', at: 'at', inOrder: true },
    responses: { 200: listOf('ledger', ledgerLineObject, { credit: creditObject }) },
    failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
    handle({ actor, params, query }) {
      const { credit, ledger, nextCursor } = creditDetails(actor, params.userId, query);
      return {
        body: {
          success: true,
          credit: creditObject.serialize(credit),
          ledger: ledger.map(ledgerLineObject.serialize),
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

api('credit/:userId/renewal').post({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'Renew an agreement that has ended, for super admins',
  body: limitSchema,
  example: { limit: '5000' },
  responses: { 201: told('The agreement was renewed with a credit limit of $5,000.00.') },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This agreement is already in force.' },
  act: ({ actor, params, input }) => ({
    status: 201,
    body: { success: true, ...renewCredit(actor, params.userId, input) },
  }),
});

api('credit/:userId/settlement').post({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'Mark a statement of an account as paid, which frees its credit, for super admins',
  body: settleSchema,
  example: { statement: '01a1fd90-efbd-76a7-86eb-f5382c5ddfb9' },
  responses: { 201: told('Statement S-000003 was marked as paid.') },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'Statement S-000003 is already marked as paid.' },
  act: ({ actor, params, input }) => ({
    status: 201,
    body: { success: true, ...settleStatement(actor, params.userId, input) },
  }),
});

api('credit/:userId/statements').get({
  auth: 'bearer',
  scope: 'payments:read',
  admits: requireSuperAdmin,
  summary: 'The latest 120 statements of an account, for super admins',
  responses: { 200: success({ statements: statementObject.array() }) },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
  handle: ({ actor, params }) => ({
    body: { success: true, statements: statementsOf(actor, params.userId).map(statementObject.serialize) },
  }),
});
