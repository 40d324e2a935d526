import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { issueQuotaSchema, setIssueQuota } from '#app/accounts/set-issue-quota.server.ts';
import { resource } from './respond.ts';
import { NOT_ALLOWED, told } from './schemas/responses.ts';

export const api = resource();

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
