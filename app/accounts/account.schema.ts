import { z } from 'zod';
import { email, line, requiredText, secret } from '#app/shared/fields.ts';
import { isCommonPassword } from './common-passwords.ts';

export const FILL_IN_ALL = 'Please fill in all fields';

/** A new password: 8 to 128 characters, none of the most common ones. */
export const newPassword = (label = 'Password') =>
  z
    .string(requiredText(label))
    .min(8, { error: `${label} must have at least 8 characters.`, abort: true })
    .max(128, { error: `${label} must have at most 128 characters.`, abort: true })
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      `${label} contains characters that are not allowed.`,
    )
    .refine(
      (value) => !isCommonPassword(value),
      `${label} is one of the most common passwords. Please choose another.`,
    );

export const selfRegisteredRole = z.enum(['admin', 'corporate', 'individual'], {
  error: (issue) =>
    issue.input === undefined || issue.input === '' || issue.input === null
      ? 'Account type is required.'
      : 'Account type must be admin, corporate or individual.',
});

export const registerSchema = z.object({
  name: line('Full name'),
  email: email(),
  password: newPassword(),
  role: selfRegisteredRole,
});

/** The organisation that a login acts for, among several. */
const organisation = z
  .string({ error: 'organisation must be the _id of an organisation.' })
  .max(64, { error: 'organisation must be the _id of an organisation.' })
  .optional()
  .meta({
    description: 'The _id of the organisation to act for. By default the account’s own, or its only one',
  });

export const loginSchema = z.object({ email: email(), password: secret(), organisation });

export const adminLoginSchema = z.object({
  username: line('Username', 254),
  password: secret(),
  organisation,
});

export const superAdminLoginSchema = z.object({
  userId: line('Super Admin ID'),
  password1: secret('Password 1'),
  password2: secret('Password 2'),
});

export const forgotPasswordSchema = z.object({ email: email() });

export const resetPasswordSchema = z.object({ newPassword: newPassword('New password') });
