import { z } from 'zod';
import 'zod-openapi';
import { id, instant, text } from './fields.ts';

export const loginAnswerSchema = z
  .strictObject({
    _id: id,
    kind: z.enum(['browser', 'bearer']).meta({ description: 'bearer: a login with users/login' }),
    userAgent: z
      .string()
      .nullable()
      .meta({ examples: ['curl/8.5.0'] }),
    address: text('192.0.2.7'),
    createdAt: instant,
    lastUsedAt: instant,
    current: z.boolean().meta({ description: 'Whether it made this call' }),
  })
  .meta({ id: 'Session' });

const filled = (example: string) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example] });

export const billingDetailsSchema = z
  .strictObject({ company: filled('Osei Consulting'), taxId: filled('GB123456789') })
  .meta({ id: 'BillingDetails' });

export const remindersSchema = z
  .strictObject({
    students: z.boolean().meta({ description: 'Whether students get reminders' }),
    summary: z.boolean().meta({ description: 'Whether the issuer gets summaries' }),
  })
  .meta({ id: 'Reminders' });
