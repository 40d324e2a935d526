import { z } from 'zod';
import { listSchema } from '#app/certificates/certificate.schema.ts';
import { isTimeZone } from '#app/shared/dates.ts';
import { line, optional, requiredText } from '#app/shared/fields.ts';
import { courseFilter, dateRangeSchema } from '#app/shared/list-query.ts';

/** A typed certificate ID. The look-up parses it, so that a malformed ID gets the same error as an unknown one. */
const typedUniqueId = z
  .string(requiredText('Certificate ID'))
  .refine((value) => value.trim() !== '', 'Certificate ID is required.');

export const lookUpSchema = z.object({ uniqueId: typedUniqueId });

/** Why somebody looks a certificate up. The holder sees it. */
const purposeFields = {
  purpose: optional(
    z.enum(['employment', 'admission', 'licence', 'other'], {
      error: 'Purpose must be employment, admission, licence or other.',
    }),
  ).meta({
    description: 'Why you look it up, which the holder sees',
    examples: ['employment'],
  }),
  purposeText: optional(line('Purpose')).meta({ description: 'More about the purpose, for the holder' }),
};

export const lookUpWithPurposeSchema = lookUpSchema.extend(purposeFields);

export type Purpose = Omit<z.output<typeof lookUpWithPurposeSchema>, 'uniqueId'>;

export const VERIFICATION_STATES = ['paid', 'unpaid'] as const;

/** Query parameters of a list of verifications: paid or not, course, and days of look-ups. */
export const verificationListSchema = listSchema.extend({
  state: z.enum(['', ...VERIFICATION_STATES], { error: 'state must be paid or unpaid.' }).default(''),
  course: courseFilter,
  ...dateRangeSchema.shape,
  timeZone: z
    .string()
    .refine(isTimeZone, 'timeZone must be an IANA time zone.')
    .default('UTC')
    .meta({ description: 'The time zone of the days from and to', examples: ['Europe/Zurich'] }),
});
