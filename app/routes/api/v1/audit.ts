import { z } from 'zod';
import 'zod-openapi';
import { type AuditEntry, auditListSchema, listAudit } from '#app/accounts/list-audit.server.ts';
import { _id, column, id, instant, object, part, text } from './object.ts';
import { resource } from './respond.ts';
import { listOf, NOT_ALLOWED } from './schemas/responses.ts';

const account = {
  _id,
  name: text('Hanover College').nullable().meta({ description: 'Null once the account is deleted' }),
  email: text('registrar@hanover.example').nullable(),
};

const facts = z
  .record(z.string(), z.unknown())
  .nullable()
  .meta({ description: 'Names and addresses are salted hashes', examples: [{ perDay: 500 }] });

export const auditEntryObject = object('AuditEntry', {
  number: column(
    'seq',
    z
      .number()
      .int()
      .meta({ description: 'Place in the trail, from 1', examples: [42] }),
  ),
  time: column('at', instant),
  act: text('certificate.revoked'),
  actor: part({
    kind: z.enum(['visitor', 'user', 'apiToken', 'system', 'shell']),
    ...account,
    _id: column('id', id.nullable()),
  }).from((actor: AuditEntry['actor']) => ({
    kind: actor.kind,
    id: actor.id ?? null,
    name: actor.name ?? null,
    email: actor.email ?? null,
  })),
  organisation: part(account).nullable(),
  object: part({ kind: text('certificate'), ...account }).nullable(),
  address: text('192.0.2.7').nullable().meta({
    description: 'The client’s network address; an issuer sees those of its own acts',
  }),
  session: column('sessionId', text('01a1fd90-efbd-76a7-86eb-f5382c5ddfb9').nullable()),
  before: facts,
  after: facts,
  previousHash: column('previous', text('5f2c…', 'The hash of the row before; empty in the first one')),
  hash: text('5f2c…', 'SHA-256 in hex'),
});

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
