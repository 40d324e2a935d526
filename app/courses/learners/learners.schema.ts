import { z } from 'zod';
import { listQuerySchema, pageSizeSchema } from '#app/shared/list-query.ts';
import { t } from '#messages';

/** Filters of an author's list of learners. `approval`: a certificate waits for the issuer's approval. */
export const LEARNER_STATES = ['new', 'begun', 'completed', 'approval'] as const;

export const learnersSchema = z.object({
  limit: pageSizeSchema,
  ...listQuerySchema.shape,
  state: z
    .enum(['', ...LEARNER_STATES], {
      error: () => t('learners.stateMustBeOneOfLearnerstates', { learnerStates: LEARNER_STATES.join(', ') }),
    })
    .default(''),
});

export type LearnersQuery = z.output<typeof learnersSchema>;
