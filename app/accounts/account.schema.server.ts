import { z } from 'zod';
import { email, type Label, line, optional, requiredText, secret } from '#app/shared/fields.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { printedLine } from '#app/shared/printable.ts';
import { textNow } from '#app/shared/reader-texts.ts';
import { t } from '#messages';
import { isCommonPassword, normalizePassword } from './passwords.server.ts';
import { code, usePasskeySchema } from './second-factor/second-factor.schema.ts';

export const fillInAll = () => t('common.pleaseFillInAllFields');
/** The same with a full stop. */
export const fillInAllFields = () => t('account.pleaseFillInAllFieldsSentence');

/** A new password: 8 to 128 characters as it is hashed, none of the most common ones. */
export const newPassword = (label: Label = () => t('common.password')) =>
  z
    .string(requiredText(label))
    .max(1_024, {
      error: () => t('account.labelMustHaveAtMost128Characters', { label: textNow(label) }),
      abort: true,
    })
    .overwrite(normalizePassword)
    .min(8, {
      error: () => t('account.labelMustHaveAtLeast8Characters', { label: textNow(label) }),
      abort: true,
    })
    .max(128, {
      error: () => t('account.labelMustHaveAtMost128Characters', { label: textNow(label) }),
      abort: true,
    })
    .refine((value) => value.isWellFormed() && !value.includes('\0'), {
      error: () => t('common.labelContainsCharactersThatAreNotAllowed', { label: textNow(label) }),
    })
    .refine((value) => !isCommonPassword(value), {
      error: () => t('account.labelIsOneOfTheMostCommonPasswords', { label: textNow(label) }),
    });

export const selfRegisteredRole = z.enum(['admin', 'corporate', 'individual'], {
  error: (issue) =>
    issue.input === undefined || issue.input === '' || issue.input === null
      ? t('account.accountTypeIsRequired')
      : t('account.accountTypeMustBeAdminCorporateOrIndividual'),
});

export const registerSchema = z.object({
  name: line(() => t('common.fullName')),
  email: email(),
  password: newPassword(),
  role: selfRegisteredRole,
});

/** The organisation that a login acts for, among several. */
const organisation = z
  .string({ error: () => t('account.organisationMustBeTheIdOfAnOrganisation') })
  .max(64, { error: () => t('account.organisationMustBeTheIdOfAnOrganisation') })
  .optional()
  .meta({
    description: 'The _id of the organisation to act for. By default the account’s own, or its only one',
  });

export const loginSchema = z.object({ email: email(), password: secret(), organisation });

export const adminLoginSchema = z.object({
  username: line(() => t('common.username'), 254),
  password: secret(),
  organisation,
});

export const superAdminLoginSchema = z.object({
  userId: line(() => t('common.superAdminId')),
  password1: secret('Password 1'),
  password2: secret('Password 2'),
});

export const forgotPasswordSchema = z.object({ email: email() });

export const resetPasswordSchema = z.object({
  newPassword: newPassword(() => t('common.newPassword')),
  code: code.optional().meta({
    description: 'A code of the second factor, for an account whose change of address was undone',
  }),
});

export const nameSchema = z.object({ name: line(() => t('common.fullName')) });

export const passwordSchema = z.object({
  currentPassword: secret(() => t('common.currentPassword')),
  newPassword: newPassword(() => t('common.newPassword')),
});

/** A passkey instead of the current password. */
export const passwordByPasskeySchema = usePasskeySchema.extend({
  newPassword: newPassword(() => t('common.newPassword')),
});

const forReceipt = (field: ReturnType<typeof line>) =>
  z
    .preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), field.nullish())
    .meta({ description: "For the receipt; empty for none, the account's by default" });

/** The buyer's company and tax ID for a receipt. Null means none, undefined those of the account. */
export const buyerSchema = z.object({
  company: forReceipt(printedLine(() => t('common.company'))),
  taxId: forReceipt(printedLine(() => t('common.taxId'), 50)),
});

const entered = (field: ReturnType<typeof line>) => optional(field).transform((value) => value ?? null);

/** The same in a form, which has both fields: an empty one means none. */
export const billingSchema = z.object({
  company: entered(printedLine(() => t('common.company'))),
  taxId: entered(printedLine(() => t('common.taxId'), 50)),
});

/** Of a call that changes what protects the account. */
export const proofSchema = z.object({
  password: secret().optional().meta({
    description: "The account's, a super admin's Password 1, for a login that is older than 10 minutes",
  }),
});

export const endSessionSchema = proofSchema.extend({ sessionId: z.string().max(64) });

export const sessionListSchema = listQuerySchema.pick({ cursor: true });
