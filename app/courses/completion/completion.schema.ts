import { z } from 'zod';
import { printedLine } from '#app/shared/printable.ts';
import { t } from '#messages';
import { CERTIFICATES, RULES } from './completion-rules.ts';

/** The settings 'Completion', 'In order' and 'Certificate on completion'. An unchecked box is not sent. */
export const completionSchema = z.object({
  rule: z.enum(RULES, { error: () => t('completion.ruleMustBeLessonsQuizzesOrBoth') }),
  inOrder: z
    .union([z.boolean(), z.enum(['on', 'true', 'false'])], {
      error: () => t('completion.inorderMustBeTrueOrFalse'),
    })
    .optional()
    .transform((value) => value === true || value === 'on' || value === 'true'),
  certificate: z.enum(CERTIFICATES, {
    error: () => t('completion.certificateMustBeNoneAtOnceOrApproval'),
  }),
});

export type CompletionInput = z.output<typeof completionSchema>;

/** The name that a learner confirms for the certificate. */
export const confirmedNameSchema = z.object({ name: printedLine(() => t('completion.name')) });
