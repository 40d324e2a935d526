import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import {
  decideIssuer,
  decideIssuerSchema,
  issueQuotaSchema,
  setIssueQuota,
} from '#app/accounts/decide-issuer.server.ts';
import { listAccounts, listAccountsSchema } from '#app/accounts/list-accounts.server.ts';
import { listIssuers, listIssuersSchema } from '#app/accounts/list-issuers.server.ts';
import { decideName, decideNameSchema } from '#app/accounts/organisations/request-name.server.ts';
import { requestReset, resetOpen } from '#app/accounts/second-factor/resets.server.ts';
import { resetSchema } from '#app/accounts/second-factor/second-factor.schema.ts';
import { resource } from './respond.ts';
import { accountObject, issuerObject } from './schemas/office.ts';
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

api('issuers').get({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'All issuers, for super admins, newest first, 50 a page',
  query: listIssuersSchema,
  since: { list: 'issuers', at: 'createdAt', inOrder: true },
  responses: { 200: listOf('issuers', issuerObject) },
  failures: { 403: NOT_ALLOWED },
  handle({ actor, query }) {
    const { issuers, nextCursor } = listIssuers(actor, query);
    return { body: { success: true, issuers: issuers.map(issuerObject.serialize), nextCursor } };
  },
});

api('issuers/:issuerId/decision').post({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'Approve a pending issuer, suspend an active one or reinstate a suspended one, for super admins',
  body: decideIssuerSchema.omit({ issuerId: true }),
  example: { decision: 'approve' },
  responses: { 200: told('Aurora Institute was approved.') },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'Aurora Institute is active already.' },
  act: ({ actor, params, input }) => ({
    body: { success: true, ...decideIssuer(actor, { ...params, ...input }) },
  }),
});

api('issuers/:issuerId/quota').put({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'Set how many certificates an issuer may issue a day, for super admins',
  body: issueQuotaSchema.omit({ issuerId: true }),
  example: { perDay: 50_000 },
  responses: { 200: told('Aurora Institute may issue 50000 certificates a day.') },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.' },
  act: ({ actor, params, input }) => ({
    body: { success: true, ...setIssueQuota(actor, { ...params, ...input }) },
  }),
});

api('issuers/name-changes/:nameChangeId/decision').post({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'Approve or refuse the name that an issuer requested, for super admins',
  body: decideNameSchema.omit({ nameChangeId: true }),
  example: { decision: 'approve' },
  responses: { 200: told('Aurora Institute is now called Aurora Academy.') },
  failures: { 403: NOT_ALLOWED, 404: 'Not found.', 409: 'This request was already decided.' },
  act: ({ actor, params, input }) => ({
    body: { success: true, ...decideName(actor, { ...params, ...input }) },
  }),
});
