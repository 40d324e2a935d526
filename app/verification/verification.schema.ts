import { z } from 'zod';
import { listSchema } from '#app/certificates/certificate.schema.ts';

/** A certificate's ID as it was typed: its shape is judged by the look-up, which answers alike for bad and unknown ones. */
export const lookUpSchema = z.object({
  uniqueId: z
    .string({
      error: (issue) =>
        issue.input == null ? 'Certificate ID is required.' : 'Certificate ID must be a text.',
    })
    .refine((value) => value.trim() !== '', 'Certificate ID is required.'),
});

/** The query of a list of verifications: also whether they are paid. */
export const verificationListSchema = listSchema.extend({
  state: z.enum(['', 'paid', 'unpaid'], { error: 'state must be paid or unpaid.' }).default(''),
});
