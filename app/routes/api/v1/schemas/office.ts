import { z } from 'zod';
import 'zod-openapi';
import { CORRECTABLE } from '#app/certificates/fields.ts';
import { contentSchemas } from './certificates.ts';
import { id, instant, text, uniqueIdSchema } from './fields.ts';

/* What super admins and issuers decide about. */

const secondFactor = z.strictObject({
  isOn: z.boolean(),
  reset: z
    .strictObject({ effectiveAt: instant, objectedAt: instant.nullable() })
    .nullable()
    .meta({ description: 'The newest request to remove it, unless that was done' }),
});

export const issuerSchema = z
  .strictObject({
    _id: id,
    name: text('Aurora Institute'),
    email: z.email().meta({ examples: ['office@aurora.example'] }),
    username: text('aurora-institute'),
    status: z.enum(['pending', 'active', 'suspended']).meta({ examples: ['active'] }),
    emailVerified: z.boolean(),
    createdAt: instant,
    decision: z
      .strictObject({
        kind: z.enum(['approved', 'suspended', 'reinstated']),
        by: z
          .string()
          .nullable()
          .meta({ description: 'The super admin', examples: ['office'] }),
        at: instant,
      })
      .nullable()
      .meta({ description: 'The newest decision about the issuer' }),
    nameChange: z
      .strictObject({ _id: id, name: text('Aurora Academy'), requestedAt: instant })
      .nullable()
      .meta({ description: 'The requested name that is not decided yet' }),
    quota: z.strictObject({
      perDay: z.int().meta({ description: 'Certificates per day', examples: [20_000] }),
      by: z
        .string()
        .nullable()
        .meta({ description: 'Who set it; null for the default', examples: [null] }),
      at: instant.nullable(),
    }),
    secondFactor,
  })
  .meta({ id: 'Issuer' });

export const accountSchema = z
  .strictObject({
    _id: id,
    name: text('Mara Osei'),
    email: z.email().meta({ examples: ['mara@osei.example'] }),
    username: text('mara-osei'),
    role: z.enum(['corporate', 'individual']),
    createdAt: instant,
    secondFactor,
  })
  .meta({ id: 'Account' });

export const messageSchema = z
  .strictObject({
    _id: id,
    topic: z.enum(['contact', 'support']),
    name: text('Mara Osei'),
    email: z.email().meta({ examples: ['mara@osei.example'] }),
    subject: text('A question about receipts'),
    body: text('Where do I find the receipt of last month?'),
    createdAt: instant,
    handled: z
      .strictObject({
        by: z
          .string()
          .nullable()
          .meta({ examples: ['office'] }),
        at: instant,
      })
      .nullable()
      .meta({ description: 'Who handled it and when; null while it is open' }),
  })
  .meta({ id: 'Message' });

export const correctionSchema = z
  .strictObject({
    _id: id,
    uniqueId: uniqueIdSchema,
    studentName: contentSchemas.studentName,
    courseName: contentSchemas.courseName,
    field: z.enum(CORRECTABLE).meta({ description: 'What is wrong' }),
    right: text('Ingrid Sorensen', 'What is right'),
    reason: text('My passport has no ø'),
    askedAt: instant,
  })
  .meta({ id: 'Correction' });
