import { requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { siteStatus } from '#app/operations/site-status.server.ts';
import { serializeStatus } from '#app/routes/api/v1/serialize-operation.server.ts';
import { resource } from './respond.ts';
import { statusSchema } from './schemas/operation.ts';
import { NOT_ALLOWED, success } from './schemas/responses.ts';

export const api = resource();

api('status').get({
  auth: 'bearer',
  admits: requireSuperAdmin,
  summary: 'The state of the site, for super admins',
  responses: { 200: success({ status: statusSchema }) },
  failures: { 403: NOT_ALLOWED },
  handle: async ({ actor }) => ({
    body: { success: true, status: serializeStatus(await siteStatus(actor)) },
  }),
});
