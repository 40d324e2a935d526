import { z } from 'zod';
import { line, secret } from '#app/shared/fields.ts';
import { newPassword } from './account.schema.ts';

export const nameSchema = z.object({ name: line('Full name') });

export const passwordSchema = z.object({
  currentPassword: secret('Current password'),
  newPassword: newPassword('New password'),
});

export const API_TOKEN_DAYS = ['30', '90', '365'] as const;

export const apiTokenSchema = z.object({
  tokenName: line('Token name', 80),
  days: z.enum(API_TOKEN_DAYS, { error: 'Expiry must be 30, 90 or 365 days.' }),
});

export const endSessionSchema = z.object({ sessionId: z.string().max(64) });
