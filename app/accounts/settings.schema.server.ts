import { z } from 'zod';
import { line, optional, secret } from '#app/shared/fields.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { t } from '#messages';
import { newPassword } from './account.schema.server.ts';
import { usePasskeySchema } from './second-factor/passkey.schema.ts';

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
  company: forReceipt(line(() => t('common.company'))),
  taxId: forReceipt(line(() => t('common.taxId'), 50)),
});

const entered = (field: ReturnType<typeof line>) => optional(field).transform((value) => value ?? null);

/** The same in a form, which has both fields: an empty one means none. */
export const billingSchema = z.object({
  company: entered(line(() => t('common.company'))),
  taxId: entered(line(() => t('common.taxId'), 50)),
});

/** Of a call that changes what protects the account. */
export const proofSchema = z.object({
  password: secret().optional().meta({
    description: "The account's, a super admin's Password 1, for a login that is older than 10 minutes",
  }),
});

export const endSessionSchema = proofSchema.extend({ sessionId: z.string().max(64) });

export const sessionListSchema = listQuerySchema.pick({ cursor: true });
