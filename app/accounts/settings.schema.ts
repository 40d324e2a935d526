import { z } from 'zod';
import { line, optional, secret } from '#app/shared/fields.ts';
import { newPassword } from './account.schema.ts';

export const nameSchema = z.object({ name: line('Full name') });

export const passwordSchema = z.object({
  currentPassword: secret('Current password'),
  newPassword: newPassword('New password'),
});

/** The buyer's company and tax ID for receipts. */
export const billingSchema = z.object({
  company: optional(line('Company')).meta({ description: "For the receipt; the account's by default" }),
  taxId: optional(line('Tax ID', 50)).meta({ description: "For the receipt; the account's by default" }),
});

export const API_TOKEN_DAYS = ['30', '90', '365'] as const;

export const apiTokenSchema = z.object({
  tokenName: line('Token name', 80),
  days: z.enum(API_TOKEN_DAYS, { error: 'Expiry must be 30, 90 or 365 days.' }),
});

export const endSessionSchema = z.object({ sessionId: z.string().max(64) });
