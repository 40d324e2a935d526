import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { decideIssuer, decideIssuerSchema } from '#app/accounts/decide-issuer.server.ts';
import { resource } from './respond.ts';
import { NOT_ALLOWED, told } from './schemas/responses.ts';

export const api = resource();

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
