import { z } from 'zod';
import { email, type Label, line, requiredText, secret } from '#app/shared/fields.ts';
import { textNow } from '#app/shared/lazy-text.ts';
import { t } from '#messages';
import { isCommonPassword } from './common-passwords.server.ts';
import { normalizePassword } from './passwords.server.ts';
import { code } from './second-factor/second-factor.schema.ts';

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
