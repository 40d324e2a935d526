import { z } from 'zod';
import 'zod-openapi';
import { instant, text } from './fields.ts';

const account = {
  _id: text('01a1fd90-efbd-76a7-86eb-f5382c5ddfb9'),
  name: text('Hanover College').nullable().meta({ description: 'Null once the account is deleted' }),
  email: text('registrar@hanover.example').nullable(),
};

const hash = text('5f2c…', 'SHA-256 in hex');
const facts = z
  .record(z.string(), z.unknown())
  .nullable()
  .meta({ description: 'Names and addresses are salted hashes', examples: [{ perDay: 500 }] });

export const auditEntrySchema = z
  .strictObject({
    number: z
      .number()
      .int()
      .meta({ description: 'Place in the trail, from 1', examples: [42] }),
    time: instant,
    act: text('certificate.revoked'),
    actor: z.strictObject({
      kind: z.enum(['visitor', 'user', 'apiToken', 'system', 'shell']),
      _id: account._id.nullable(),
      name: account.name,
      email: account.email,
    }),
    organisation: z.strictObject(account).nullable(),
    object: z.strictObject({ kind: text('certificate'), ...account }).nullable(),
    address: text('192.0.2.7').nullable().meta({
      description: 'The client’s network address; an issuer sees those of its own acts',
    }),
    session: text('01a1fd90-efbd-76a7-86eb-f5382c5ddfb9').nullable(),
    before: facts,
    after: facts,
    previousHash: text('5f2c…', 'The hash of the row before; empty in the first one'),
    hash,
  })
  .meta({ id: 'AuditEntry' });
