import { z } from 'zod';

/** A certificate's ID as it was typed: its shape is judged by the look-up, which answers alike for bad and unknown ones. */
export const lookUpSchema = z.object({
  uniqueId: z
    .string({
      error: (issue) =>
        issue.input == null ? 'Certificate ID is required.' : 'Certificate ID must be a text.',
    })
    .refine((value) => value.trim() !== '', 'Certificate ID is required.'),
});
