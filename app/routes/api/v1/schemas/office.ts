import { z } from 'zod';
import 'zod-openapi';
import { CORRECTABLE, named } from '#app/certificates/fields.ts';
import {
  _id,
  email,
  instant,
  int,
  object,
  optionalText,
  part,
  text,
  uniqueIdSchema,
} from '#app/routes/api/v1/object.ts';
import { contentSchemas } from './certificates.ts';

/* What super admins and issuers decide about. */

const secondFactor = part({
  isOn: z.boolean(),
  reset: part({ effectiveAt: instant, objectedAt: instant.nullable() })
    .nullable()
    .meta({ description: 'The newest request to remove it, unless that was done' }),
});

export const issuerObject = object('Issuer', {
  _id,
  name: text('Aurora Institute'),
  email: email('office@aurora.example'),
  username: text('aurora-institute'),
  status: z.enum(['pending', 'active', 'suspended']).meta({ examples: ['active'] }),
  emailVerified: z.boolean(),
  createdAt: instant,
  decision: part({
    kind: z.enum(['approved', 'suspended', 'reinstated']),
    by: optionalText('office', 'The super admin'),
    at: instant,
  })
    .nullable()
    .meta({ description: 'The newest decision about the issuer' }),
  nameChange: part({ _id, name: text('Aurora Academy'), requestedAt: instant })
    .nullable()
    .meta({ description: 'The requested name that is not decided yet' }),
  quota: part({
    perDay: int(20_000, 'Certificates per day'),
    by: optionalText(null, 'Who set it; null for the default'),
    at: instant.nullable(),
  }),
  secondFactor,
});

export const accountObject = object('Account', {
  _id,
  name: text('Mara Osei'),
  email: email('mara@osei.example'),
  username: text('mara-osei'),
  role: z.enum(['corporate', 'individual']),
  createdAt: instant,
  secondFactor,
});

export const messageObject = object('Message', {
  _id,
  topic: z.enum(['contact', 'support']),
  name: text('Mara Osei'),
  email: email('mara@osei.example'),
  subject: text('A question about receipts'),
  body: text('Where do I find the receipt of last month?'),
  createdAt: instant,
  handled: part({ by: optionalText('office'), at: instant })
    .nullable()
    .meta({ description: 'Who handled it and when; null while it is open' }),
});

export const correctionObject = object('Correction', {
  _id,
  ...named({ uniqueId: uniqueIdSchema, ...contentSchemas }),
  field: z.enum(CORRECTABLE).meta({ description: 'What is wrong' }),
  right: text('Ingrid Sorensen', 'What is right'),
  reason: text('My passport has no ø'),
  askedAt: instant,
});
