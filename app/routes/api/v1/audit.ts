import { auditListSchema, listAudit } from '#app/accounts/list-audit.server.ts';
import { resource } from './respond.ts';
import { auditEntryObject } from './schemas/audit.ts';
import { listOf, NOT_ALLOWED } from './schemas/responses.ts';

export const api = resource();

api('audit').get({
  auth: 'bearer',
  scope: 'audit:read',
  summary: 'The audit trail, newest first: all of it for super admins, an issuer’s own for the issuer',
  query: auditListSchema,
  since: { list: 'audit', at: 'time', inOrder: true },
  responses: { 200: listOf('audit', auditEntryObject) },
  failures: { 403: NOT_ALLOWED },
  headers: { Link: 'The next page, rel="next"; absent on the last page' },
  handle({ actor, query }) {
    const { rows, nextCursor } = listAudit(actor, query);
    return {
      body: { success: true, audit: rows.map(auditEntryObject.serialize), nextCursor },
    };
  },
});
