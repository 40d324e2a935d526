import { z } from 'zod';
import { optional, requiredText, sentence } from '#app/shared/fields.ts';
import { courseFilter, dateRangeSchema, listSchema } from '#app/shared/list-query.ts';
import { isTimeZone } from '#app/shared/zoned-dates.ts';
import { t } from '#messages';

/** A typed certificate ID. The look-up parses it, so that a malformed ID gets the same error as an unknown one. */
const typedUniqueId = z
  .string(requiredText(() => t('common.certificateId')))
  .refine((value) => value.trim() !== '', { error: () => t('verification.certificateIdIsRequired') });

export const lookUpSchema = z.object({ uniqueId: typedUniqueId });

/** Why somebody looks a certificate up. The holder sees it. */
const purposeFields = {
  purpose: optional(
    z.enum(['employment', 'admission', 'licence', 'other'], {
      error: () => t('verification.purposeMustBeEmployment'),
    }),
  ).meta({
    description: 'Why you look it up, which the holder sees',
    examples: ['employment'],
  }),
  purposeText: optional(sentence(() => t('common.purpose'))).meta({
    description: 'More about the purpose, for the holder',
  }),
};

export const lookUpWithPurposeSchema = lookUpSchema.extend(purposeFields);

export type Purpose = Omit<z.output<typeof lookUpWithPurposeSchema>, 'uniqueId'>;

export const VERIFICATION_STATES = ['paid', 'unpaid'] as const;

/** Query parameters of a list of verifications: paid or not, course, and days of look-ups. */
export const verificationListSchema = listSchema.extend({
  state: z
    .enum(['', ...VERIFICATION_STATES], { error: () => t('verification.stateMustBePaidOrUnpaid') })
    .default(''),
  course: courseFilter,
  ...dateRangeSchema.shape,
  timeZone: z
    .string()
    .refine(isTimeZone, { error: () => t('verification.timezoneMustBeAnIanaTimeZone') })
    .default('UTC')
    .meta({ description: 'The time zone of the days from and to', examples: ['Europe/Zurich'] }),
});
