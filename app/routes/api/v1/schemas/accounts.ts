import { z } from 'zod';
import 'zod-openapi';
import { SCOPES } from '#app/accounts/api-tokens/scopes.ts';
import { METHODS } from '#app/accounts/second-factor/challenges.server.ts';
import { _id, instant, object, optionalEmail, optionalText, part, text } from '#app/routes/api/v1/object.ts';
import { errorSchema } from './responses.ts';

export const userObject = object('User', {
  _id,
  name: text('Mara Osei'),
  email: optionalEmail('mara@osei.example', 'Null for super admins'),
  role: z.enum(['admin', 'corporate', 'individual', 'superadmin']).meta({ examples: ['individual'] }),
  username: text('mara-osei'),
  status: z.enum(['active', 'pending', 'suspended']),
  createdAt: instant,
});

/** A login that failed, or whose password was right and that needs the second factor. */
export const loginErrorSchema = z
  .strictObject({
    ...errorSchema.shape,
    message: text('Login failed.'),
    challenge: text('g3Qy…', 'For users/login/second-factor, valid for ten minutes').optional(),
    methods: z
      .array(z.enum(METHODS))
      .optional()
      .meta({ description: 'A passkey works in a browser only; a program sends a code' }),
  })
  .meta({ id: 'LoginError' });

export const tokenObject = object('Token', {
  _id,
  name: text('Campus system'),
  scopes: z
    .array(z.enum(SCOPES))
    .nullable()
    .meta({ description: 'Null for a token from before scopes existed: all that the role may do' }),
  addresses: z
    .array(z.string().meta({ examples: ['192.0.2.0/24'] }))
    .nullable()
    .meta({ description: 'Ranges that may use it; null for all' }),
  createdAt: instant,
  lastUsedAt: instant.meta({ description: 'UTC, exact to five minutes' }),
  lastAddress: text('192.0.2.7', 'The address of its last use'),
  expiresAt: instant.nullable().meta({ description: 'Null if it never expires' }),
});

export const newTokenObject = part({
  ...tokenObject.members,
  secret: text(
    'ctr_…',
    'Shown once, and not when the call is repeated with its Idempotency-Key, for the Authorization header: ctr_, 43 random characters of 0-9A-Za-z, and their CRC-32 in base 62 (six characters)',
  ).optional(),
});

export const bearerToken = text('Zk3v…', 'For the Authorization header of later calls');

export const sessionObject = object('Session', {
  _id,
  kind: z.enum(['browser', 'bearer']).meta({ description: 'bearer: a login with users/login' }),
  userAgent: optionalText('curl/8.5.0'),
  address: text('192.0.2.7'),
  createdAt: instant,
  lastUsedAt: instant,
  current: z.boolean().meta({ description: 'Whether it made this call' }),
});

export const billingDetailsSchema = z
  .strictObject({ company: optionalText('Osei Consulting'), taxId: optionalText('GB123456789') })
  .meta({ id: 'BillingDetails' });

export const remindersSchema = z
  .strictObject({
    students: z.boolean().meta({ description: 'Whether students get reminders' }),
    summary: z.boolean().meta({ description: 'Whether the issuer gets summaries' }),
    replyTo: optionalEmail('office@aurora.example', 'Where replies to mails about certificates go'),
  })
  .meta({ id: 'Reminders' });
