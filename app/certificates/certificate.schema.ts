import { z } from 'zod';
import { calendarDate, email, line } from '#app/shared/fields.ts';

/** The form of a new certificate. An absent, null or empty expiry date means none. */
export const issueSchema = z
  .object({
    studentEmail: email('Student Email'),
    studentName: line('Student Name'),
    courseName: line('Course Name'),
    issueDate: calendarDate('Issue Date'),
    expiryDate: z
      .union([z.literal('').transform(() => null), z.null(), calendarDate('Expiry Date')], {
        error: 'Expiry Date must be a date that exists.',
      })
      .optional()
      .transform((value) => value ?? null),
  })
  .superRefine(({ issueDate, expiryDate }, context) => {
    if (expiryDate !== null && expiryDate < issueDate) {
      context.addIssue({
        code: 'custom',
        path: ['expiryDate'],
        message: 'Expiry Date must not be before Issue Date.',
      });
    }
  });

/** The query of a list: cursor, page size and search. */
export const listSchema = z.object({
  limit: z.coerce
    .number({ error: 'limit must be a number from 1 to 100.' })
    .int('limit must be a whole number.')
    .min(1, 'limit must be a number from 1 to 100.')
    .max(100, 'limit must be a number from 1 to 100.')
    .default(50),
  cursor: z.string().max(100, 'cursor is not valid.').optional(),
  q: z.string().max(200, 'q must have at most 200 characters.').optional(),
});

/** The query of a list of certificates, with a filter by state. */
export const certificateListSchema = listSchema.extend({
  state: z
    .enum(['', 'valid', 'expired', 'revoked'], { error: 'state must be valid, expired or revoked.' })
    .default(''),
});

/** The form of a revocation. */
export const revocationSchema = z.object({ reason: line('Reason', 500) });
